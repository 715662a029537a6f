// The invitation to a table: an address that others can open, as a picture and as text.

import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { invitationTo, linkTo } from '../net/invitation.js';
import { copyButton } from '../ui/copy-button.js';
import { codeWords } from './table-code.js';

/** @typedef {import('../net/invitation.js').Invitation} Invitation */

/** The panel that tells how others come to a match. @param {string} match its id */
export function invitationPanel(match) {
  const path = `/m/${match}`;
  const way = el('div.invite-way');
  const copying = el('div', copyButton(t('lobby.copy'), () => linkTo(path)));
  void invitationTo(path).then(
    (invitation) => {
      fill(way, ...ways(invitation));
      copying.hidden = !invitation.links.length;
    },
    // Without a line the banner says so, and the link can still be copied.
    () => {},
  );
  return el(
    'div.panel.invite',
    way,
    el(
      'div.grow',
      el('b', t('lobby.invite')),
      el('code.code', { 'aria-label': t('lobby.code') }, codeWords(match)),
    ),
    copying,
  );
}

/** @param {Invitation} invitation */
function ways({ reach, links: [first, ...others] }) {
  if (!first) return [el('p.invite-alone', t(`invite.${reach}`))];
  return [
    el('img.invite-picture', { src: first.picture, alt: t('invite.picture') }),
    el(
      'div.grow',
      el('p', t(`invite.${reach}`)),
      el('code.invite-link', first.link),
      others.length > 0 && el('p.muted', t('invite.others')),
      ...others.map(({ link }) => el('code.invite-link', link)),
    ),
  ];
}
