import { isOwnPath } from './reply.ts';

const longestLink = 600;
const link = /!?\[([^\][\n]*)\]\(([^()\s]*)(?:\s+"[^"\n]*")?\)/g;

/**
 * Lets a model's words through piece by piece and takes out every link that does not lead to a page of this hub, and
 * every picture: their words stay. A link is held back until it is whole.
 */
export function createLinkGate(isKnown: (path: string) => boolean) {
  let held = '';
  const clean = (text: string) =>
    text.replace(link, (whole, label: string, href: string) =>
      !whole.startsWith('!') && isOwnPath(href) && isKnown(href) ? whole : label,
    );
  return {
    push(piece: string): string {
      held += piece;
      const open = held.lastIndexOf('[');
      const isOpen =
        open >= 0 &&
        held.length - open < longestLink &&
        !/^\[[^\][\n]*\](?:[^(]|\([^()]*\))/.test(held.slice(open));
      // The mark of a picture stands before its bracket.
      const until = isOpen
        ? held[open - 1] === '!'
          ? open - 1
          : open
        : held.endsWith('!')
          ? held.length - 1
          : held.length;
      const ready = clean(held.slice(0, until));
      held = held.slice(until);
      return ready;
    },
    end(): string {
      const rest = clean(held);
      held = '';
      return rest;
    },
  };
}
