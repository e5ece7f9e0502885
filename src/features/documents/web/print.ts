import { escapeHtml } from '#base/escape.ts';
import { assemble } from '#features/documents/rules/assemble.ts';
import { toHtml } from '#features/documents/rules/html.ts';
import type { Template } from '#features/documents/rules/template.ts';
import type { Answers } from '#features/documents/rules/values.ts';

const sheet =
  '@page{margin:25mm}body{font:11pt/1.5 "Source Serif 4",Georgia,serif}h1{font-size:20pt;line-height:1.2}h2{font-size:12pt;break-after:avoid}' +
  'ol,ul{padding-left:2em}table{border-collapse:collapse;width:100%}td,th{padding:2mm;border-bottom:1px solid;text-align:start}' +
  'p,h1,h2,h3,li,td,th{unicode-bidi:plaintext;text-align:start}.doc-signature{break-inside:avoid}.doc-page{break-after:page;border:0}mark{background:none;border-bottom:1px solid}';

/** A page of its own for what has been made: to print, or to keep as a file. */
export const wholePage = (title: string, language: string, html: string): string =>
  `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${sheet}</style><body>${html}</body></html>`;

/** The document on this device's printer (or into its PDF): needs no server. `dress` puts a letterhead on it. */
export function printDocument(
  template: Template,
  answers: Answers,
  dress: (html: string) => string = (html) => html,
): void {
  const doc = assemble(template, answers, {
    date: new Date().toISOString().slice(0, 10),
    locale: navigator.language,
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
