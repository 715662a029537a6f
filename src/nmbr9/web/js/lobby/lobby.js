// Before the start: who sits where, and how others find the table.

import { portrait, portraitsOf } from '../art/portrait.js';
import { el, fill } from '../dom.js';
import { words } from '../game/words/refusals.js';
import { botWord, seatName } from '../game/words/names.js';
import { t } from '../i18n/i18n.js';
import { askBots, bots, join, USUAL } from '../net/api.js';
import { later } from '../net/version.js';
import { pageBar } from '../ui/bar.js';
import { icon } from '../ui/icons.js';
import { say, toast } from '../ui/live.js';
import { nameOnce, noteNameAsked } from '../ui/name-once.js';
import { sureButton } from '../ui/sure-button.js';
import { boxNote } from './boxes.js';
import { invitationPanel } from './invitation.js';
import { optionsWords } from './options.js';

/** @typedef {import('../net/match-socket.js').MatchSocket} MatchSocket */
/** @typedef {import('../net/parts.js').View} View */

/** A match among several can begin with so many, though others were to come. */
const FEWEST = 2;

export class Lobby {
  /**
   * @param {HTMLElement} root
   * @param {MatchSocket} socket
   * @param {View} view
   * @param {() => void} onSeated called when the viewer has taken a seat
   */
  constructor(root, socket, view, onSeated) {
    this.socket = socket;
    this.onSeated = onSeated;
    this.banner = el('div.banner', { role: 'status', hidden: true }, t('lost'));
    this.title = el('h1');
    this.options = el('p.muted.grow');
    this.choosing = el('div');
    this.optionsText = '';
    /** Closes what is open over the table. */
    this.closeOptions = () => {};
    this.seats = el('ul.seats');
    this.foot = el('div.lobby-foot');
    root.append(
      pageBar(),
      this.banner,
      el(
        'main.sheet',
        this.title,
        el('div.head-row', this.options, this.choosing),
        invitationPanel(view.match.id),
        nameOnce(),
        this.seats,
        this.foot,
      ),
    );
    this.view = view;
    this.update(view);
    void askBots(() => this.update(this.view));
  }

  /** @param {View} view */
  update(view) {
    this.view = view;
    const { host } = view.match;
    const isGuest = host !== null && !view.isHost;
    const title = isGuest ? t('lobby.of', { name: seatName(view.seats, host) }) : t('lobby.title');
    if (this.title.textContent !== title) this.title.textContent = title;
    this.#showOptions(view);
    const looks = portraitsOf(
      view.seats.map((seat, index) => (seat.is_person ? seatName(view.seats, index) : null)),
    );
    fill(this.seats, ...looks.map((look, index) => this.#seat(view, index, look)));
    const open = view.seats.filter((seat) => !seat.is_person && !seat.bot).length;
    const taken = view.seats.length - open;
    if (!view.you) {
      fill(
        this.foot,
        open
          ? el('button.btn.primary.big', { onclick: () => this.#sit() }, t('lobby.sit'))
          : el('p.muted', t('lobby.full')),
      );
    } else if (view.isHost) {
      fill(
        this.foot,
        el(
          'button.btn.primary.big',
          {
            disabled: open > 0 && taken < FEWEST,
            onclick: () => this.#command('start', { fewer: open > 0 }),
          },
          icon('play'),
          open > 0 && taken >= FEWEST ? t('lobby.start-with', { count: taken }) : t('lobby.start'),
        ),
        taken < FEWEST && el(
          'button.btn.big',
          { onclick: () => void this.#playWithBot(view.seats) },
          icon('bot'),
          t('lobby.bot-now'),
        ),
        open > 0 && el('p.muted', t('lobby.open', { count: open })),
      );
    } else fill(this.foot, el('p.muted', t('lobby.wait')), this.#leave());
  }

  /**
   * What is played, in words; whoever waits is told when that changes.
   * @param {View} view
   */
  #showOptions(view) {
    const { options, starting_shapes, is_hidden, is_listed } = view.match;
    const text = [
      optionsWords(options, Boolean(starting_shapes?.length)),
      ...(is_hidden ? [t('hidden')] : []),
      ...(is_listed ? [t('listed')] : []),
    ].join(' · ');
    fill(
      this.choosing,
      view.isHost &&
        el(
          'button.btn',
          { 'data-key': 'options', onclick: () => void this.#change(view) },
          t('lobby.options'),
        ),
    );
    if (text === this.optionsText) return;
    if (this.optionsText && !view.isHost) {
      toast(t('lobby.changed', { options: text }));
      say(t('lobby.changed', { options: text }));
    }
    this.optionsText = text;
    fill(this.options, text, boxNote(options));
  }

  /** @param {View} view */
  async #change({ match, seats }) {
    const { openSetup } = await later(() => import('../pages/setup.js'));
    this.closeOptions();
    this.closeOptions = openSetup('friends', {
      options: structuredClone({ ...match.options, starting_shapes: match.starting_shapes ?? [] }),
      isHidden: match.is_hidden,
      isListed: match.is_listed,
      taken: seats.filter((seat) => seat.is_person || seat.bot).length,
      change: async (options, rest) => {
        const answer = await this.socket.command('change-options', { options, ...rest });
        if (answer.type !== 'accepted') throw answer;
      },
    });
  }

  /**
   * So that nobody has to wait alone.
   * @param {View['seats']} seats
   */
  async #playWithBot(seats) {
    const seat = seats.findIndex((one) => !one.is_person && !one.bot);
    await this.#command('seat-bot', { seat, bot: USUAL });
    await this.#command('start', { fewer: true });
  }

  #leave() {
    return el('button.btn', { onclick: () => this.#command('leave') }, icon('door'), t('leave'));
  }

  /**
   * @param {View} view
   * @param {number} index
   * @param {import('../art/portrait.js').Look | null} look  of a person
   */
  #seat(view, index, look) {
    const seat = view.seats[index];
    const isOpen = !seat.is_person && !seat.bot;
    const isMine = view.you?.seat === index;
    const { isHost } = view;
    const name = seatName(view.seats, index);
    const choice = /** @type {HTMLSelectElement} */ (
      el(
        'select.field',
        { 'aria-label': t('bots.strength') },
        ...bots().map(({ name }) =>
          el('option', { value: name, selected: name === USUAL }, botWord(name))
        ),
      )
    );
    return el(
      'li.seat',
      look ? portrait(look) : el(
        `span.avatar${isOpen ? '.open' : ''}`,
        { 'aria-hidden': 'true' },
        icon(seat.bot ? 'bot' : 'user'),
      ),
      el('b.grow', isMine ? t('seat.you', { name }) : name),
      view.match.host === index && el('span.tag', t('seat.host')),
      seat.is_gone && el('span.tag', t('status.gone')),
      isOpen && isHost && choice,
      isOpen &&
        isHost &&
        el(
          'button.btn',
          {
            onclick: () => this.#command('seat-bot', { seat: index, bot: choice.value }),
          },
          t('lobby.bot'),
        ),
      !isOpen && isHost && !isMine && this.#free(index, seat.is_person ? name : null),
    );
  }

  /**
   * Frees a seat; a person cannot come back, so the host is asked.
   * @param {number} seat
   * @param {string | null} name  of the person, null for a bot
   */
  #free(seat, name) {
    const free = () => this.#command('open-seat', { seat });
    if (name === null) return el('button.btn', { onclick: free }, t('lobby.free'));
    return sureButton(t('lobby.remove', { name }), t('lobby.remove.sure', { name }), free);
  }

  async #sit() {
    try {
      await join(this.socket.match);
      this.onSeated();
    } catch (error) {
      toast(words(error), 'bad');
    }
  }

  /**
   * @param {string} what
   * @param {object} [rest]
   */
  async #command(what, rest) {
    const answer = await this.socket.command(what, rest);
    if (answer.type !== 'accepted') toast(words(answer), 'bad');
    // Whoever left is an onlooker from now on, also to the server.
    else if (what === 'leave') this.onSeated();
  }

  /** @param {boolean} isLost */
  showLost(isLost) {
    this.banner.hidden = !isLost;
  }

  close() {
    this.closeOptions();
    noteNameAsked();
  }
}
