import createDOMPurify from 'dompurify';
import { meant } from './pasted.ts';

const tags = [
  'a',
  'b',
  'br',
  'col',
  'colgroup',
  'div',
  'em',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'i',
  'li',
  'mark',
  'ol',
  'p',
  's',
  'span',
  'strong',
  'table',
  'tbody',
  'td',
  'th',
  'thead',
  'tr',
  'u',
  'ul',
];
const most = 2_500_000;

/** What another program gives: its meaning first, then only what is harmless of it. */
export function cleanPasted(html: string): string {
  const { body } = new DOMParser().parseFromString(quiet(html), 'text/html');
  meant(body);
  return clean(body.innerHTML);
}

/** Word wraps what it means in comments and in elements of its own. */
const quiet = (html: string): string =>
  html
    .slice(0, most)
    .replace(/<!--\[if(?:(?!<!--\[if)[^])*?<!\[endif\]-->/gi, '')
    .replace(/<\/?o:p[^<>]*>/gi, '')
    // Even a document that runs nothing reports handlers to the console.
    .replace(/<[a-z][^<>]*>/gi, (tag) =>
      tag.replace(/[\s/"']on\w+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)/gi, ' '),
    );

/** Pasted or stored HTML without anything that could run, load or dress itself up. */
export function clean(html: string): string {
  const purify = createDOMPurify(window);
  purify.addHook('uponSanitizeAttribute', (_node, attribute) => {
    if (attribute.attrName !== 'style') return;
    const side = /text-align:\s*(center|right|justify)/i.exec(attribute.attrValue)?.[1];
    attribute.keepAttr = side !== undefined;
    attribute.attrValue = side ? `text-align: ${side.toLowerCase()}` : '';
  });
  return purify.sanitize(quiet(html), {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: [
      'href',
      'id',
      'class',
      'data-field',
      'data-why',
      'align',
      'style',
      'colspan',
      'rowspan',
      'type',
      'start',
      'scope',
    ],
    ALLOW_DATA_ATTR: false,
    ADD_URI_SAFE_ATTR: ['data-field', 'data-why', 'align', 'type', 'start', 'colspan', 'rowspan', 'scope'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|#)/i,
    FORBID_CONTENTS: ['style', 'script', 'title', 'template', 'noscript', 'svg', 'math', 'iframe', 'object'],
  });
}
