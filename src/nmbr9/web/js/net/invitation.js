// Where others find a page: not everybody can open the address that this browser has.

import { get } from './api.js';
import { at } from './base.js';

/**
 * @typedef {object} Invitation
 * @property {'site' | 'lan' | 'ipv6' | 'offline' | 'loopback'} reach  who can come, or why nobody can
 * @property {{link: string, picture: string}[]} links  the likeliest first
 */

/** @param {string} path begins with a slash */
const ownLink = (path) => location.origin + at(path);

/** How others come to a page of ours. @param {string} path @returns {Promise<Invitation>} */
export const invitationTo = (path) => get(`/invitation?link=${encodeURIComponent(ownLink(path))}`);

/**
 * An address that can be given away. Elsewhere than at the machine of the server the own one will
 * do, and is there at once: some browsers let nothing be copied after a wait.
 * @param {string} path
 */
export async function linkTo(path) {
  if (!/^(localhost|127\..*|\[::1\])$/.test(location.hostname)) return ownLink(path);
  // Without a line it is not the address that keeps others away.
  const { links } = await invitationTo(path).catch(() => ({ links: [] }));
  return links[0]?.link ?? ownLink(path);
}
