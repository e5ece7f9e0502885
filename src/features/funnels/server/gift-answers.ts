import { drawNote } from '../rules/render/page.ts';
import { html, plainStyle } from './page-answers.ts';

/** The link is in the address of this page: no other site is told it, while its own button has to say where it is from. */
export const giftNote = (title: string, inside: string, status: number): Response =>
  html(drawNote(plainStyle, 'en', title, inside), status, { 'referrer-policy': 'same-origin' });

/** Under its own name, and for programs that read no other letters under one without them. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
