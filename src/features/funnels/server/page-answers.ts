import { escapeHtml } from '#base/escape.ts';
import { contentHash } from '#platform/server/http/security.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import type { Funnel } from '../rules/contract.ts';
import { plainAccent } from '../rules/make.ts';
import { drawNote } from '../rules/render/page.ts';
import { countdownScript, formScript, pageScript } from '../rules/render/script.ts';

/** Nothing from elsewhere but a video that somebody pressed play for; buttons may lead anywhere. */
export const policy = [
  "default-src 'none'",
  `script-src ${contentHash(pageScript)} ${contentHash(countdownScript)} ${contentHash(formScript)}`,
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
  'media-src https:',
  "form-action 'self' https:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const html = (
  body: string | Uint8Array<ArrayBuffer>,
  status: number,
  more: Record<string, string> = {},
): Response =>
  new Response(body, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      ...more,
    },
  });

export const plainStyle: Funnel['style'] = { accent: plainAccent, face: 'grotesk', company: '', logo: '' };
/** Whether an address leads to another site than this hub. */
export const isElsewhere = (href: string): boolean => /^https?:/i.test(href);

/** A button on a page of ours was pressed: no link of somebody else’s site or mail can say that. */
export const isPressedHere = ({ headers }: Request): boolean =>
  headers.get('sec-fetch-site') === 'same-origin';

/** Sent from elsewhere, nobody is led on without seeing where: this hub’s good name is no stranger’s to lend. */
export const leaving = (
  { style, language }: { style: Funnel['style']; language: string },
  href: string,
): Response =>
  html(
    drawNote(
      style,
      language,
      'This link leads to another site',
      `<p>It goes to <strong>${escapeHtml(new URL(href).host)}</strong>.</p><p><a class="b" rel="noreferrer" href="${escapeHtml(href)}">Continue to ${escapeHtml(new URL(href).host)}</a></p>`,
    ),
    200,
  );

/** Where nothing is, or not any more. */
export const ended = () =>
  html(
    drawNote(
      plainStyle,
      'en',
      'Page not found',
      '<p>It may have been unpublished. <a href="/">Go to the home page</a></p>',
    ),
    404,
  );

/** What an answer needs to know of who asks. */
export interface Caller {
  request: Request;
  address: string;
  viewer: Viewer;
}
