import { assertNever } from '#base/assert.ts';
import type { PublicSite } from '#base/site.ts';
import type { IssueBlock, IssueLine, IssueSpan } from '../../rules/newsletter-contract.ts';
import { feedPaths } from '../../rules/newsletter-paths.ts';

interface Feed {
  site: PublicSite;
  origin: string;
  issues: (IssueLine & { id: string; blocks: IssueBlock[] })[];
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text in an element or an attribute. What XML cannot hold at all, such as a lone half of a sign, is left out. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (sign) => entities[sign] ?? '');

const titleOf = ({ newsletterSender }: PublicSite): string => `${newsletterSender} newsletter`;
const about = ({ name, newsletterCadence }: PublicSite): string =>
  `Issues of the ${name} newsletter, ${newsletterCadence}.`;

export function rssFeed({ site, origin, issues }: Feed): string {
  const items = issues.map(({ slug, title, summary, sentAt, blocks }) => {
    const url = `${origin}/newsletter/${slug}`;
    return `    <item>
      <title>${escapeXml(title)}</title>
      <link>${escapeXml(url)}</link>
      <guid isPermaLink="false">${escapeXml(lasting(origin, slug))}</guid>
      <pubDate>${new Date(sentAt).toUTCString()}</pubDate>
      <description>${escapeXml(summary)}</description>
      <content:encoded>${escapeXml(asHtml(blocks))}</content:encoded>
    </item>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">
  <channel>
    <title>${escapeXml(titleOf(site))}</title>
    <link>${escapeXml(origin)}/newsletter</link>
    <description>${escapeXml(about(site))}</description>
    <language>${escapeXml(site.language)}</language>
    <atom:link href="${escapeXml(origin + feedPaths.rss)}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
  </channel>
</rss>
`;
}

export function atomFeed({ site, origin, issues }: Feed): string {
  const entries = issues.map(({ slug, title, summary, sentAt, blocks }) => {
    const url = `${origin}/newsletter/${slug}`;
    return `  <entry>
    <id>${escapeXml(lasting(origin, slug))}</id>
    <title>${escapeXml(title)}</title>
    <link href="${escapeXml(url)}"/>
    <published>${sentAt}</published>
    <updated>${sentAt}</updated>
    <summary>${escapeXml(summary)}</summary>
    <content type="html">${escapeXml(asHtml(blocks))}</content>
  </entry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(site.language)}">
  <id>${escapeXml(lasting(origin, ''))}</id>
  <title>${escapeXml(titleOf(site))}</title>
  <subtitle>${escapeXml(about(site))}</subtitle>
  <link href="${escapeXml(origin)}/newsletter"/>
  <link rel="self" type="application/atom+xml" href="${escapeXml(origin + feedPaths.atom)}"/>
  <author><name>${escapeXml(site.newsletterSender)}</name></author>
  <updated>${issues[0]?.sentAt ?? new Date(0).toISOString()}</updated>
${entries.join('\n')}
</feed>
`;
}

/** A slug never changes and never goes to another issue. Of the address only the host counts, with or without TLS. */
const lasting = (origin: string, slug: string): string =>
  `tag:${new URL(origin).hostname},2026:newsletter/${slug}`;

function asHtml(blocks: IssueBlock[]): string {
  return blocks.map(html).join('\n');
}

function html(block: IssueBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<h2>${escapeXml(block.text)}</h2>`;
    case 'subheading':
      return `<h3>${escapeXml(block.text)}</h3>`;
    case 'prose':
      return `<p>${spans(block.spans)}</p>`;
    case 'quote':
      return `<blockquote><p>${spans(block.spans)}</p></blockquote>`;
    case 'list': {
      const tag = block.ordered ? 'ol' : 'ul';
      return `<${tag}>${block.items.map((item) => `<li>${spans(item)}</li>`).join('')}</${tag}>`;
    }
    case 'button':
      return `<p><a href="${escapeXml(block.url)}">${escapeXml(block.label)}</a></p>`;
    case 'picture':
      return `<p><img src="${escapeXml(block.url)}" alt="${escapeXml(block.alt)}"></p>`;
    case 'code':
      return `<pre><code>${escapeXml(block.text)}</code></pre>`;
    case 'rule':
      return '<hr>';
    default:
      return assertNever(block);
  }
}

const spans = (all: IssueSpan[]): string =>
  all
    .map(({ text, strong, slanted, url }) => {
      let inner = escapeXml(text).replaceAll('\n', '<br>');
      if (slanted) inner = `<em>${inner}</em>`;
      if (strong) inner = `<strong>${inner}</strong>`;
      return url === undefined ? inner : `<a href="${escapeXml(url)}">${inner}</a>`;
    })
    .join('');
