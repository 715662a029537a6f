#!/usr/bin/env bash
# Tries the README on a machine that has nothing but Python, venv, make and git: a fresh Debian in a
# folder, a user without rights, empty caches. Prints how long `make play` takes to answer and how
# long `make test` takes; ends with 1 if one fails or is too slow.
#
#   sudo scripts/bare_machine.sh [FOLDER]
#
# A FOLDER that is named is kept and used again the next time. It needs debootstrap and root.
# Packages come from wherever this machine gets its own: the mirror of its apt, the settings of its
# pip.
set -euo pipefail

PLAY_SECONDS=60
TEST_SECONDS=360
PORT=8199
REPOSITORY=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

if [ "${1:-}" = --inside ]; then  # in namespaces of our own, so that no mount outlives the script
  root=$2
  mount --rbind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  run() { chroot "$root" /usr/bin/env -i HOME=/home/new PATH=/usr/sbin:/usr/bin:/sbin:/bin "${KEPT[@]}" "$@"; }
  mapfile -t KEPT < <(env | grep -E '^(PIP_|[a-z]+_proxy=|[A-Z]+_PROXY=|SSL_CERT_FILE=)' | grep -v '^PIP_FIND_LINKS=')
  as_new() { run setpriv --reuid=new --regid=new --init-groups sh -c "cd ~/nmbr9 && $1"; }
  answers() { run python3 -c "import urllib.request as r; r.urlopen('http://127.0.0.1:$PORT/')" 2> /dev/null; }

  run id new > /dev/null 2>&1 || run useradd --create-home new
  rm -rf "$root/home/new/"*
  git clone --quiet --no-local "$REPOSITORY" "$root/home/new/nmbr9"
  run chown --recursive new: /home/new

  began=$SECONDS
  set -m  # a process group for what is started here, to end all of it
  as_new "make play ARGS='--port $PORT'" &
  playing=$!
  set +m
  until answers; do
    [ $((SECONDS - began)) -le $PLAY_SECONDS ] || { echo "make play: no answer within $PLAY_SECONDS s" >&2; exit 1; }
    kill -0 $playing || { echo 'make play ended' >&2; exit 1; }
    sleep 0.2
  done
  echo "make play: answered after $((SECONDS - began)) s (limit $PLAY_SECONDS)"
  kill -- -$playing
  wait || true

  run rm -rf /home/new/.cache /home/new/nmbr9/.venv
  began=$SECONDS
  as_new 'make test'
  took=$((SECONDS - began))
  echo "make test: passed after $took s (limit $TEST_SECONDS)"
  [ $took -le $TEST_SECONDS ]
  exit
fi

[ "$(id -u)" = 0 ] || { echo 'expected root, which debootstrap and chroot need' >&2; exit 2; }
command -v debootstrap > /dev/null || { echo 'expected debootstrap: apt-get install debootstrap' >&2; exit 2; }
root=${1:-$(mktemp -d)}
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(ORIGIN)' | awk -v suite="$suite" '$2 == suite && $3 == "Debian" { print $1; exit }')
echo "a fresh $suite in $root"
[ -e "$root/usr/bin/make" ] || debootstrap --variant=minbase --include=python3,python3-venv,make,git,ca-certificates \
  "$suite" "$root" "$mirror" > "$root.log" 2>&1 || { tail -n 5 "$root.log" >&2; exit 1; }
cp /etc/resolv.conf /etc/hosts "$root/etc/"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
cp /etc/pip.conf "$root/etc/" 2> /dev/null || true
status=0
unshare --mount --pid --fork bash "${BASH_SOURCE[0]}" --inside "$root" || status=$?
[ -n "${1:-}" ] || rm -rf --one-file-system "$root" "$root.log"
exit $status
