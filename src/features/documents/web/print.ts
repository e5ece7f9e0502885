import { escapeHtml } from '#base/escape.ts';
import { plainLocale } from '#base/locale.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { withLanguages } from '#features/documents/rules/answers/east.ts';
import { toHtml } from '#features/documents/rules/formats/html.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { today } from './today.ts';

const sheet = [
  '@page{margin:22mm 26mm;@bottom-right{content:"Page " counter(page) " of " counter(pages);font:8pt Georgia,serif;color:#565f66}}',
  'body{font:11pt/1.45 "Source Serif 4",Georgia,serif;max-width:160mm;margin:0 auto;orphans:2;widows:2}',
  'h1{font-size:20pt;line-height:1.2;margin:0 0 8mm}h2{font-size:12pt;margin:6mm 0 2.5mm;break-after:avoid}h3{font-size:11pt;break-after:avoid}p{margin:0 0 2.4mm}',
  // Numbers hang beside what they count.
  'h2:has(.doc-number),.doc-sub{padding-inline-start:11mm;text-indent:-11mm}.doc-number{display:inline-block;min-width:11mm;margin-inline-end:-.25em;text-indent:0}',
  'ol,ul{padding-inline-start:2em}.doc-sub+:is(ol,ul){margin-inline-start:6mm}li{margin-bottom:1.2mm}a{color:inherit;text-decoration:none}a[href^="http"],a[href^="mailto"]{text-decoration:underline}',
  'table{border-collapse:collapse;width:100%;margin:4mm 0 5mm;font-size:10pt;break-inside:avoid}td,th{padding:1.6mm 2mm;border-bottom:1px solid #d5d9d2;text-align:start;vertical-align:top}',
  'thead th{font-size:9pt;font-weight:400;color:#565f66;border-bottom-color:currentcolor}[align=right]{text-align:end}tr{break-inside:avoid}',
  // What does not say which way it runs takes that of its first letter.
  ':is(p,h1,h2,h3,li,td,th):not([dir]){unicode-bidi:plaintext}p[style*=right],td[align=right],th[align=right]{text-align:end}',
  // Nobody signs on a page without words, or half of a block here and half there.
  'p:has(+table),:has(+.doc-signatures),:has(+p+.doc-signatures){break-after:avoid}.doc-signatures{display:grid;grid-template-columns:1fr 1fr;gap:8mm 12mm;margin-top:6mm;break-inside:avoid}',
  '.doc-signature{break-inside:avoid}.doc-signature th{width:17mm;padding-inline-start:0;font-weight:400;font-size:8pt;color:#565f66;border:0;vertical-align:bottom}.doc-signature td{border-bottom-color:#565f66;padding-top:3.5mm}',
  '.doc-part{break-before:page}.doc-page{break-after:page;border:0}.doc-notice{margin-top:8mm;break-before:avoid;color:#565f66}mark{background:none;border-bottom:1px solid}:is(p,li)>mark{padding-inline-end:40mm}',
  '@media screen{body{padding:12mm 6mm}}@media(max-width:600px){.doc-signatures{grid-template-columns:1fr}}',
].join('');

/** A page of its own for what has been made: to print, or to keep as a file. */
export const wholePage = (title: string, language: string, html: string): string =>
  `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${sheet}</style><body>${withLanguages(html)}</body></html>`;

/** The document on this device's printer (or into its PDF): needs no server. `dress` puts a letterhead on it. */
export function printDocument(
  template: Template,
  answers: Answers,
  dress: (html: string) => string = (html) => html,
): void {
  const doc = assemble(template, answers, {
    date: today(),
    locale: plainLocale(navigator.language),
  });
  printHtml(template.slug, doc.language, dress(toHtml(doc)));
}

/** Any finished text on this device's printer. */
export function printHtml(title: string, language: string, html: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = title;
  frame.srcdoc = wholePage(title, language, html);
  frame.addEventListener('load', () => {
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
    frame.contentWindow?.print();
  });
  document.body.append(frame);
}
