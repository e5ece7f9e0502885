import type { MailBlock, MailSender } from './message.ts';
import { escape, light, mono } from './paint.ts';
import { htmlSpans, textSpans } from './spans.ts';

/**
 * What shops show in their mail. Tables, since Outlook knows no other columns; what stands side by side at 600 pixels goes one
 * below the other at 320 without any `<style>`, because the cells are boxes in a line that breaks.
 */

type Of<K extends MailBlock['kind']> = Extract<MailBlock, { kind: K }>;

const table = (inner: string, style = '') =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="border-collapse:collapse${style}">${inner}</table>`;

export const buttonLook = (sender: MailSender | undefined) => {
  // A brand's own color is the same in the dark: it and its text are readable on one another.
  const { color, text: on } = sender?.button ?? { color: light.ink, text: light.surface };
  return sender
    ? { name: sender.button ? '' : ' class="ink-button"', ground: color, ink: on }
    : { name: ' class="button"', ground: light.pen, ink: light.onPen };
};

export function htmlPicture({ url, alt, link, width = 100, centered }: Of<'picture'>): string {
  // A width in percent shrinks with the mail; Outlook, which knows no max-width, is told pixels.
  const box = Math.round((width / 100) * 550);
  const size =
    width === 100
      ? 'display:block;max-width:100%;height:auto;border-radius:6px'
      : `display:inline-block;width:${width}%;min-width:${Math.min(120, box)}px;max-width:100%;height:auto;border-radius:6px`;
  const image = `<img src="${escape(url)}" alt="${escape(alt)}"${width === 100 ? '' : ` width="${box}"`} style="${size}${centered && width === 100 ? ';margin:0 auto' : ''}">`;
  const inner = link === undefined ? image : `<a href="${escape(link)}">${image}</a>`;
  return `<p style="margin:0 0 16px${centered ? ';text-align:center' : ''}">${inner}</p>`;
}

export function htmlProduct(
  { name, price, words, picture, label, url }: Of<'product'>,
  sender?: MailSender,
): string {
  const linked = (inner: string, style: string) =>
    url === undefined
      ? inner
      : `<a class="ink" href="${escape(url)}" style="color:${light.ink};${style}">${inner}</a>`;
  // The name beside it says what it shows, and leads to the same place.
  const image =
    picture === undefined
      ? ''
      : `<div style="display:inline-block;width:100%;max-width:180px;margin:0 16px 12px 0;vertical-align:top">${linked(
          `<img src="${escape(picture)}" alt="${escape(name)}" width="180" style="display:block;width:100%;max-width:180px;height:auto;border-radius:6px">`,
          'text-decoration:none',
        )}</div>`;
  const { name: named, ground, ink } = buttonLook(sender);
  const button =
    url === undefined || label === undefined
      ? ''
      : `<p style="margin:12px 0 0"><a${named} href="${escape(url)}" style="display:inline-block;padding:8px 16px;background:${escape(ground)};color:${escape(ink)};border-radius:6px;font-weight:600;text-decoration:none">${escape(label)}</a></p>`;
  const lines = [
    name &&
      `<p style="margin:0;font-size:18px;line-height:1.35;font-weight:600">${linked(escape(name), 'text-decoration:none')}</p>`,
    price && `<p style="margin:4px 0 0;font-weight:600">${escape(price)}</p>`,
    words.length > 0 &&
      `<p class="muted" style="margin:8px 0 0;color:${light.muted}">${htmlSpans(words)}</p>`,
    button,
  ];
  const beside = `<div style="display:inline-block;width:100%;max-width:${picture === undefined ? 520 : 290}px;vertical-align:top">${lines.filter(Boolean).join('')}</div>`;
  return table(`<tr><td style="padding:8px 0">${image}${beside}</td></tr>`, ';margin:0 0 16px');
}

/** Drawn as something to cut out; the code by itself, so that a double press selects it. */
export const htmlCoupon = ({ code, words }: Of<'coupon'>): string =>
  table(
    `<tr><td class="sunken" align="center" style="padding:20px 16px;background:${light.sunken};border:2px dashed ${light.muted};border-radius:6px;text-align:center">${
      words === '' ? '' : `<p style="margin:0 0 8px">${escape(words)}</p>`
    }<p style="margin:0;font-family:${mono};font-size:24px;line-height:1.3;font-weight:700;letter-spacing:2px;word-break:break-all">${escape(code)}</p></td></tr>`,
    ';margin:0 0 16px',
  );

/** As a receipt is read: what it is on the left, what it costs on the right, all of it at the end. */
export function htmlCart({ lines, total }: Of<'cart'>): string {
  const hasPictures = lines.some(({ picture }) => picture !== undefined);
  const edge = `border-bottom:1px solid ${light.line}`;
  const rows = lines.map(({ name, note, price, picture }) => {
    // The name beside it says what it shows.
    const image =
      picture === undefined
        ? ''
        : `<img src="${escape(picture)}" alt="" width="48" height="48" style="display:block;width:48px;height:48px;border-radius:4px;object-fit:cover">`;
    const beside = hasPictures
      ? `<td class="line" width="60" style="${edge};width:60px;padding:8px 12px 8px 0;vertical-align:top">${image}</td>`
      : '';
    const quantity =
      note === undefined
        ? ''
        : `<br><span class="muted" style="color:${light.muted};font-size:13px">${escape(note)}</span>`;
    return `<tr>${beside}<th class="line" scope="row" style="${edge};padding:8px 0;font-weight:400;text-align:left;vertical-align:top;word-break:break-word">${escape(name)}${quantity}</th><td class="line" style="${edge};padding:8px 0 8px 16px;text-align:right;vertical-align:top;white-space:nowrap">${escape(price ?? '')}</td></tr>`;
  });
  const last =
    total === undefined
      ? ''
      : `<tr><th scope="row"${hasPictures ? ' colspan="2"' : ''} style="padding:12px 0;text-align:left">Total</th><td style="padding:12px 0 12px 16px;text-align:right;font-weight:600;white-space:nowrap">${escape(total)}</td></tr>`;
  return `<table style="width:100%;margin:0 0 16px;border-collapse:collapse">${rows.join('')}${last}</table>`;
}

export const htmlLinks = ({ links }: Of<'links'>): string =>
  `<p style="margin:0 0 16px;text-align:center;line-height:2">${links
    .map(
      ({ text, url }) =>
        `<a class="link" href="${escape(url)}" style="display:inline-block;margin:0 8px;color:${light.pen}">${escape(text)}</a>`,
    )
    .join(' ')}</p>`;

export const textProduct = ({ name, price, words, label, url }: Of<'product'>): string =>
  [name, price, textSpans(words), url === undefined ? '' : `${label ?? name}: ${url}`]
    .filter((row) => row.trim() !== '')
    .join('\n');

export const textCoupon = ({ code, words }: Of<'coupon'>): string =>
  [words, `    ${code}`].filter(Boolean).join('\n');

export const textCart = ({ lines, total }: Of<'cart'>): string =>
  [
    ...lines.map(({ name, note, price }) => `${name}${note ? ` (${note})` : ''}${price ? `: ${price}` : ''}`),
    ...(total === undefined ? [] : [`Total: ${total}`]),
  ].join('\n');

export const textLinks = ({ links }: Of<'links'>): string =>
  links.map(({ text, url }) => `${text}: ${url}`).join('\n');
