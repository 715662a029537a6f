// The start page: one click to a game, and the way to everything else.

import { el } from '../dom.js';
import { words } from '../game/words/refusals.js';
import { t } from '../i18n/i18n.js';
import * as api from '../net/api.js';
import { merged } from '../net/parts.js';
import { later } from '../net/version.js';
import { go } from '../router.js';
import { pageBar } from '../ui/bar.js';
import { icon } from '../ui/icons.js';
import { toast } from '../ui/live.js';

/** Milliseconds; the three dimensions of twenty tiles take longer to draw than all the rest. */
const HERO_AFTER = 120;

// What draws and what asks comes after the buttons: whoever wants to play at once does not wait.
const art = () => later(() => import('../art/display-view.js'));
/** @param {import('./setup.js').Mode} mode */
const openSetup = async (mode) => (await later(() => import('./setup.js'))).openSetup(mode);

/** @param {HTMLElement} root */
export function open(root) {
  const scene = el('div.hero-scene', { 'aria-hidden': 'true' });
  const best = el('small', t('start.minutes'));
  const going = el('div.going');
  const code = el('div.start-code');
  const tables = el('section.start-tables');
  root.classList.add('start');
  root.append(
    pageBar(),
    el(
      'main.start-main',
      el(
        'section.hero',
        el('h1', t('start.title')),
        el('p.lead', t('start.words')),
        el(
          'div.row.play-row',
          el(
            'button.btn.primary.huge',
            {
              onclick: () => {
                clearTimeout(drawing);
                watcher.disconnect();
                void start(() => api.newMatch(api.plainOptions()));
              },
            },
            icon('play'),
            t('start.play'),
          ),
          el(
            'div.play-words',
            el('b', t('start.alone')),
            best,
            el('button.link', { onclick: () => openSetup('alone') }, t('start.options')),
          ),
        ),
        going,
      ),
      scene,
      el(
        'nav.modes',
        { 'aria-label': t('start.modes') },
        mode('bots', 'bot', 5, () => openSetup('bots')),
        mode('friends', 'link', 7, () => void openFriends()),
        mode('device', 'layers', 6, () => openSetup('device')),
        mode('daily', 'calendar', 2, '/daily'),
        mode('arena', 'trophy', 9, '/arena'),
        mode('learn', 'book', 4, '/learn'),
      ),
      code,
      tables,
    ),
    el(
      'footer.fan',
      el('p.menu-links', t('start.box'), ...['caller', 'score'].map(boxLink)),
      t('fan'),
    ),
  );
  /** @type {import('../art/display-view.js').DisplayView | null} */
  let view = null;
  const draw = async () => {
    const [{ DisplayView }, { HERO }] = await Promise.all([art(), import('./hero.js')]);
    if (!scene.isConnected) return;
    view = new DisplayView(scene, { largest: 60, margin: 0.2 });
    view.setPieces(HERO);
    view.setTilted(true);
  };
  let endTyping = () => {};
  let endTables = () => {};
  const showWays = async () => {
    const { tableCodeForm, takeTyping } = await later(() => import('../lobby/table-code.js'));
    if (!code.isConnected) return;
    code.append(tableCodeForm());
    endTyping = takeTyping(code);
  };
  const showOthers = async () => {
    const { showTables } = await later(() => import('../lobby/open-tables.js'));
    if (tables.isConnected) endTables = showTables(tables);
  };
  // When the line is cut meanwhile, the page does without.
  const drawing = setTimeout(() => {
    showWays().catch(() => {});
    draw().catch(() => {});
  }, HERO_AFTER);
  // Other people's tables come when they are scrolled to: most who open the page play at once.
  const watcher = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    watcher.disconnect();
    showOthers().catch(() => {});
  });
  watcher.observe(tables);
  if (api.knownPlayer()) void showOwn(best, going);
  return () => {
    clearTimeout(drawing);
    watcher.disconnect();
    endTyping();
    endTables();
    view?.close();
  };
}

/** Where no server answers nobody could come: that is said before a table is set up. */
async function openFriends() {
  try {
    if (document.documentElement.dataset.host) await api.tables();
    await openSetup('friends');
  } catch (error) {
    toast(words(error), 'bad');
  }
}

/** For people with the cardboard on their table. @param {string} page */
const boxLink = (page) =>
  el('a.btn.small', { href: `/${page}` }, t(page === 'score' ? 'pad.title' : 'call.title'));

/** @param {() => Promise<api.SeatAnswer>} make */
async function start(make) {
  try {
    const { match } = await make();
    await go(`/m/${match}`);
  } catch (error) {
    toast(words(error), 'bad');
  }
}

/**
 * @param {string} name
 * @param {import('../ui/icons.js').IconName} picture
 * @param {number} colour
 * @param {string | (() => void)} target
 */
function mode(name, picture, colour, target) {
  const isAlone = name === 'friends' && document.documentElement.dataset.host;
  const said = isAlone ? 'mode.friends.alone' : `mode.${name}.words`;
  const content = [
    el(`span.mode-icon.t${colour}`, icon(picture)),
    el('span', el('b', t(`mode.${name}`)), el('small', t(said))),
  ];
  return typeof target === 'string'
    ? el('a.mode', { href: target }, ...content)
    : el('button.mode', { onclick: target }, ...content);
}

/**
 * The player's record, and the game that is not over.
 * @param {HTMLElement} best
 * @param {HTMLElement} going
 */
async function showOwn(best, going) {
  try {
    const [records, games] = await Promise.all([api.records(), api.history(20)]);
    const record = records.find((line) => line.options_key === api.optionsKey(api.plainOptions()));
    if (record) best.textContent = t('start.record', { count: record.score });
    const running = games.find((line) => line.finished === null);
    if (running) going.append(await continueCard(running));
  } catch (error) {
    toast(words(error), 'bad');
  }
}

/** @param {HistoryLine} line */
async function continueCard({ match, seat, contest }) {
  const host = el('span.mini');
  // Of a contest only its player may see the cards, and not over this door.
  const parts = contest ? {} : merged({}, await api.get(`/matches/${match}`));
  const { round } = parts.table ?? {};
  const points = parts[`seats/${seat}`]?.points ?? 0;
  const text = round ? t('start.at', { round, count: points }) : t('start.waiting');
  const card = el(
    'a.continue',
    { href: `/m/${match}` },
    host,
    el('span.grow', el('b', t('start.continue')), el('small', text)),
    icon('chevron'),
  );
  const { DisplayView } = await art();
  const mini = new DisplayView(host, { mini: true });
  mini.setPieces(parts[`displays/${seat}`]?.pieces ?? []);
  return card;
}
