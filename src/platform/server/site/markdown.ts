import { Marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import { unescapeHtml } from '#base/escape.ts';
import type { SitePage } from '#base/site.ts';
import { withoutAccents } from '#base/accents.ts';

// IDs used by the page's shell.
const shellIds = ['main', 'root', 'app', 'content'];

/** Markdown to HTML that is safe in our pages, with its headings as anchors. */
export function renderMarkdown(markdown: string): Pick<SitePage, 'html' | 'toc'> {
  const toc: SitePage['toc'] = [];
  const taken = new Set(shellIds);
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens);
        // The page's title is its only h1.
        const level = Math.max(2, Math.min(depth, 4));
        const title = textOf(inner);
        const id = freeId(title, taken);
        if (level === 2 || level === 3) toc.push({ id, title, level });
        return `<h${level} id="${id}">${inner}</h${level}>\n`;
      },
    },
  });
  return { html: sanitizeHtml(marked.parse(markdown, { async: false }), allowed).trim(), toc };
}

// Deliberately strict: no styles, no classes, no scripts, no external resources, and no silent external links.
const allowed: sanitizeHtml.IOptions = {
  allowedTags:
    'h2 h3 h4 p br hr strong em del code pre kbd blockquote ul ol li a img table thead tbody tr th td'.split(
      ' ',
    ),
  allowedAttributes: {
    h2: ['id'],
    h3: ['id'],
    h4: ['id'],
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    ol: ['start'],
    th: ['scope', 'align'],
    td: ['align'],
  },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  enforceHtmlBoundary: false,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^\/(?![/\\])/.test(attribs['src'] ?? ''),
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: /^https?:/i.test(attribs['href'] ?? '') ? { ...attribs, rel: 'noopener noreferrer' } : attribs,
    }),
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, loading: 'lazy' } }),
    th: (tagName, attribs) => ({ tagName, attribs: { ...attribs, scope: 'col' } }),
  },
};

const textOf = (html: string): string =>
  unescapeHtml(sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })).trim();

function freeId(title: string, taken: Set<string>): string {
  const base =
    withoutAccents(title)
      .toLowerCase()
      .replace(/['’]/g, '')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|(?<!-)-+$/g, '') || 'section';
  let id = base;
  for (let n = 2; taken.has(id); n += 1) id = `${base}-${n}`;
  taken.add(id);
  return id;
}
