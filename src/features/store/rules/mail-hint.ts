import { nearest } from '#base/nearest.ts';

const known =
  'gmail.com googlemail.com outlook.com hotmail.com live.com yahoo.com icloud.com me.com proton.me protonmail.com gmx.de gmx.net web.de t-online.de aol.com fastmail.com yahoo.co.uk hotmail.co.uk orange.fr libero.it'.split(
    ' ',
  );

/** What was probably meant by "ada@gmial.com"; null where nothing looks wrong. */
export function meantAddress(typed: string): string | null {
  const at = typed.trim().lastIndexOf('@');
  const domain = typed
    .trim()
    .slice(at + 1)
    .toLowerCase();
  if (at < 1 || domain.length < 4 || known.includes(domain)) return null;
  const [meant] = nearest(domain, known);
  // Two changes in a short name make another name, not a slip.
  return meant !== undefined && Math.abs(meant.length - domain.length) <= 1 && meant[0] === domain[0]
    ? `${typed.trim().slice(0, at)}@${meant}`
    : null;
}
