import type { PublicSite } from '#base/site.ts';
import { assertNever } from '#base/assert.ts';
import type { MailBlock, MailPayload, MailSender } from './message.ts';
import { dark, escape, light, mono, multiline, sans } from './paint.ts';
import {
  buttonLook,
  htmlCart,
  htmlCoupon,
  htmlLinks,
  htmlPicture,
  htmlProduct,
  textCart,
  textCoupon,
  textLinks,
  textProduct,
} from './shop-blocks.ts';
import { htmlSpans, textSpans } from './spans.ts';

export interface RenderedMail {
  html: string;
  text: string;
}

/** What surrounds the body: the site's name, and how to unsubscribe. */
export interface MailFrame {
  site: PublicSite;
  origin: string;
  unsubscribeUrl?: string;
  preferencesUrl?: string;
}

type Button = Extract<MailBlock, { kind: 'button' }>;
type Rendered = Pick<MailPayload, 'subject' | 'body' | 'sender' | 'preheader' | 'viewUrl'>;

/** The one layout of every email. It reads well without styles or images, and in dark mode. */
export function renderMail(mail: Rendered, frame: MailFrame): RenderedMail {
  return { html: html(mail, frame), text: text(mail, frame) };
}

// Styles are inline because many clients drop <style>; the dark ones need !important to override them.
const darkStyle = `
  .ground { background: ${dark.ground} !important; }
  .surface { background: ${dark.surface} !important; border-color: ${dark.line} !important; }
  .sunken { background: ${dark.sunken} !important; }
  .ink { color: ${dark.ink} !important; }
  .muted { color: ${dark.muted} !important; }
  .line { border-color: ${dark.line} !important; }
  .link { color: ${dark.pen} !important; }
  .button { background: ${dark.pen} !important; color: ${dark.onPen} !important; }
  .ink-button { background: ${dark.ink} !important; color: ${dark.ground} !important; }`;

function html(
  { subject, body, sender, preheader, viewUrl }: Rendered,
  { site, origin, unsubscribeUrl, preferencesUrl }: MailFrame,
): string {
  const footer = (sender ? senderLines(sender, site) : footerLines(site)).map(escape).join('<br>');
  const family = sender?.fontFamily ? `${escape(sender.fontFamily)}, ${sans}` : sans;
  // Blanks after it keep the mail program from going on with the first words of the body.
  const ahead = preheader
    ? `<div style="display:none;max-height:0;overflow:hidden">${escape(preheader)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>\n`
    : '';
  const quietLink = (url: string, words: string) =>
    `<a class="muted" href="${escape(url)}" style="color:${light.muted}">${words}</a>`;
  const ways = [
    ...(preferencesUrl ? [quietLink(preferencesUrl, 'Choose what you get')] : []),
    ...(unsubscribeUrl ? [quietLink(unsubscribeUrl, 'Unsubscribe')] : []),
  ];
  const wayOut = ways.length > 0 ? `<br><br>${ways.join(' &middot; ')}` : '';
  const view = viewUrl
    ? `<p class="muted" style="margin:0 0 8px;color:${light.muted};font-size:13px">${quietLink(viewUrl, 'View in browser')}</p>\n`
    : '';
  return `<!doctype html>
<html lang="${escape(site.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>:root { color-scheme: light dark; } @media (prefers-color-scheme: dark) {${darkStyle}
}</style>
</head>
<body class="ground" style="margin:0;padding:24px 12px;background:${light.ground};font-family:${family};font-size:16px;line-height:1.5">
${ahead}<div style="max-width:600px;margin:0 auto">
${view}<p class="ink" style="margin:0 0 16px;color:${light.ink};font-weight:600">${sender ? senderHead(sender) : hubHead(site, origin)}</p>
<div class="surface ink" role="main" style="padding:24px;background:${light.surface};color:${light.ink};border:1px solid ${light.line};border-radius:8px">
${body.map((block) => htmlBlock(block, sender)).join('\n')}
</div>
<p class="muted" style="margin:16px 0 0;color:${light.muted};font-size:13px">${footer}${wayOut}</p>
</div>
</body>
</html>
`;
}

const hubHead = (site: PublicSite, origin: string): string => headLink(origin, masthead(site, origin));

const headLink = (url: string, inner: string): string =>
  `<a class="ink" href="${escape(url)}" style="color:${light.ink};text-decoration:none">${inner}</a>`;

/** Whose shop it is: a logo beside the name, since nobody knows whether the logo says it. */
function senderHead({ name, logoUrl, website }: MailSender): string {
  const style =
    'height:40px;max-width:160px;padding:4px;background:#FFFFFF;border-radius:6px;vertical-align:middle';
  const image = logoUrl ? `<img src="${escape(logoUrl)}" alt="" height="40" style="${style}">&ensp;` : '';
  return website ? headLink(website, image + escape(name)) : image + escape(name);
}

function htmlButton({ label, url, centered }: Button, sender: MailSender | undefined): string {
  const { name, ground, ink } = buttonLook(sender);
  const middle = centered ? ';text-align:center' : '';
  return `<p style="margin:24px 0${middle}"><a${name} href="${escape(url)}" style="display:inline-block;padding:12px 20px;background:${escape(ground)};color:${escape(ink)};border-radius:6px;font-weight:600;text-decoration:none">${escape(label)}</a></p>
<p class="muted" style="margin:0 0 16px;color:${light.muted};font-size:13px;word-break:break-all${middle}">${escape(url)}</p>`;
}

/** The operator's logo includes the name; the hub's icon appears next to it. */
function masthead({ name, logo, mailLogo }: PublicSite, origin: string): string {
  if (mailLogo === null) return escape(name);
  const isIcon = logo === null;
  // On white: most logos are designed for it, and an email can't switch to another one in dark mode.
  const style = `height:32px;max-width:240px;padding:${isIcon ? 0 : 4}px;background:#FFFFFF;border-radius:6px;vertical-align:middle`;
  const image = `<img src="${escape(new URL(mailLogo, origin).href)}" alt="${isIcon ? '' : escape(name)}" height="32" style="${style}">`;
  return isIcon ? `${image}&ensp;${escape(name)}` : image;
}

function htmlBlock(block: MailBlock, sender?: MailSender): string {
  switch (block.kind) {
    case 'heading':
      return `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${escape(block.text)}</h1>`;
    case 'text':
      return `<p style="margin:0 0 16px">${multiline(block.text)}</p>`;
    case 'button':
      return htmlButton(block, sender);
    case 'lines':
      return `<table style="width:100%;margin:0 0 16px;border-collapse:collapse">${block.lines.map(htmlLine).join('')}</table>`;
    case 'code':
      return `<p class="sunken" style="margin:0 0 16px;padding:12px;background:${light.sunken};border-radius:6px;font-family:${mono};word-break:break-all">${multiline(block.text)}</p>`;
    case 'small':
      return `<p class="muted" style="margin:0 0 16px;color:${light.muted};font-size:13px">${multiline(block.text)}</p>`;
    case 'subheading':
      return `<h2 style="margin:24px 0 8px;font-size:18px;line-height:1.35">${escape(block.text)}</h2>`;
    case 'prose':
      return `<p style="margin:0 0 16px">${htmlSpans(block.spans)}</p>`;
    case 'quote':
      return `<blockquote class="muted line" style="margin:0 0 16px;padding-left:16px;border-left:2px solid ${light.line};color:${light.muted}">${htmlSpans(block.spans)}</blockquote>`;
    case 'list': {
      const tag = block.ordered ? 'ol' : 'ul';
      const items = block.items.map((spans) => `<li style="margin:0 0 8px">${htmlSpans(spans)}</li>`);
      return `<${tag} style="margin:0 0 16px;padding-left:24px">${items.join('')}</${tag}>`;
    }
    case 'picture':
      return htmlPicture(block);
    case 'product':
      return htmlProduct(block, sender);
    case 'coupon':
      return htmlCoupon(block);
    case 'links':
      return htmlLinks(block);
    case 'cart':
      return htmlCart(block);
    case 'rule':
      return `<hr class="line" style="margin:24px 0;border:0;border-top:1px solid ${light.line}">`;
    default:
      return assertNever(block);
  }
}

function htmlLine([label, value]: [string, string]): string {
  const cell = `padding:8px 0;border-bottom:1px solid ${light.line};vertical-align:top`;
  return `<tr><th class="line" scope="row" style="${cell};font-weight:400;text-align:left">${escape(label)}</th><td class="line" style="${cell};padding-left:16px;text-align:right">${escape(value)}</td></tr>`;
}

function text(
  { body, sender, viewUrl }: Rendered,
  { site, origin, unsubscribeUrl, preferencesUrl }: MailFrame,
): string {
  const footer = [
    ...(sender ? senderLines(sender, site) : [...footerLines(site), origin]),
    ...(preferencesUrl || unsubscribeUrl ? [''] : []),
    ...(preferencesUrl ? [`Choose what you get: ${preferencesUrl}`] : []),
    ...(unsubscribeUrl ? [`Unsubscribe: ${unsubscribeUrl}`] : []),
  ];
  const view = viewUrl ? `View in browser: ${viewUrl}\n\n` : '';
  // "-- " marks the start of a signature for mail clients.
  return `${view}${body.map(textBlock).join('\n\n')}\n\n-- \n${footer.join('\n')}\n`;
}

function textBlock(block: MailBlock): string {
  switch (block.kind) {
    case 'heading':
      return `${block.text}\n${'='.repeat(Math.min([...block.text].length, 72))}`;
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'lines':
      return block.lines.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'code':
      return block.text.replaceAll(/^/gm, '    ');
    case 'text':
    case 'small':
      return block.text;
    case 'subheading':
      return `${block.text}\n${'-'.repeat(Math.min([...block.text].length, 72))}`;
    case 'prose':
      return textSpans(block.spans);
    case 'quote':
      return textSpans(block.spans).replaceAll(/^/gm, '> ');
    case 'list':
      return block.items
        .map((spans, index) => `${block.ordered ? `${index + 1}.` : '-'} ${textSpans(spans)}`)
        .join('\n');
    case 'picture':
      return [`[${block.alt}] ${block.url}`, ...(block.link === undefined ? [] : [block.link])].join('\n');
    case 'product':
      return textProduct(block);
    case 'coupon':
      return textCoupon(block);
    case 'links':
      return textLinks(block);
    case 'cart':
      return textCart(block);
    case 'rule':
      return '-'.repeat(24);
    default:
      return assertNever(block);
  }
}

/** The shop's own address stands in the mail; here is who carries it, as whoever gets it may ask. */
const senderLines = ({ name, website }: MailSender, site: PublicSite): string[] => [
  website ? `${name}, ${website}` : name,
  `Sent by ${site.name} for ${name}`,
];

function footerLines({ name, seller, language }: PublicSite): string[] {
  const whose =
    seller.legalName && seller.legalName !== name ? `${name}, a service of ${seller.legalName}` : name;
  return [
    whose,
    [...seller.address, countryName(seller.country, language)].filter(Boolean).join(', '),
  ].filter(Boolean);
}

function countryName(code: string, language: string): string {
  return (
    (/^[A-Z]{2}$/.test(code) && new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(code)) || code
  );
}
