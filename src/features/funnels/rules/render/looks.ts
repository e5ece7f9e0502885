import type { LookAt, Width } from '../contract.ts';

/** What is said of a block for one width, as classes, and the style that gives them their meaning. */

const short: Record<Width, string> = { wide: 'w', phone: 'p' };
const rooms = { none: '0', small: '1', large: '2' } as const;
const sizes = { small: '0', large: '1' } as const;

export function lookClasses(width: Width, look: LookAt | undefined): string[] {
  if (!look) return [];
  const at = short[width];
  return [
    look.room ? `${at}r${rooms[look.room]}` : '',
    look.size ? `${at}s${sizes[look.size]}` : '',
    look.columns ? `${at}c${look.columns}` : '',
    look.isReversed ? `${at}o` : '',
  ];
}

/** What somebody chose wins over what the theme would do. */
const room = (at: string, nth: number, size: string) =>
  `.f .${at}r${nth}.${at}r${nth}.${at}r${nth}{padding-block:${size}!important}`;
const columns = (at: string) =>
  [1, 2, 3, 4]
    .map(
      (n) =>
        `.f .${at}c${n}>.w>.g{display:grid!important;columns:auto!important;grid-template-columns:repeat(${n},minmax(0,1fr))!important}`,
    )
    .join('');
const reversed = (at: string, flow: string) =>
  `.f .${at}o>.s>.r{order:${at === 'w' ? 0 : 1}}.f .${at}o>.w>.g{${flow}}`;

const styleAt = (at: string, sizesOfRoom: readonly string[], flow: string): string =>
  sizesOfRoom.map((size, nth) => room(at, nth, size)).join('') +
  `.f .${at}s0{font-size:15px}.f .${at}s1{font-size:20px}${columns(at)}${reversed(at, flow)}`;

export const wideLooks = `${styleAt('w', ['0', '24px', '112px'], 'direction:rtl')}.f .wo>.w>.g>*{direction:ltr}`;
export const phoneLooks = styleAt('p', ['0', '16px', '72px'], 'display:flex;flex-direction:column-reverse');
