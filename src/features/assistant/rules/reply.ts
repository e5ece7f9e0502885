/** What a reply may say: words, emphasis, lists, and links to this very hub. Everything else is text. */
export type Span = { text: string; strong?: true; href?: string };
export type Block = { kind: 'paragraph'; spans: Span[] } | { kind: 'list'; items: Span[][] };

/** An address on this hub and nowhere else, whatever a browser would make of it. */
export const isOwnPath = (href: string): boolean => /^\/(?![/\\])[\w\-./?=&#%+~]*$/.test(href);

export function readReply(reply: string): Block[] {
  const blocks: Block[] = [];
  for (const part of reply.split(/\n\s*\n/)) {
    let words: string[] = [];
    let items: Span[][] = [];
    const close = () => {
      if (words.length > 0) blocks.push({ kind: 'paragraph', spans: readSpans(words.join(' ')) });
      if (items.length > 0) blocks.push({ kind: 'list', items });
      words = [];
      items = [];
    };
    for (const line of part.split('\n').map((each) => each.trim())) {
      const item = /^(?:[-*•]|\d{1,2}[.)])\s+(\S.*)$/.exec(line)?.[1];
      if (item === undefined && items.length > 0) close();
      if (item !== undefined && words.length > 0) close();
      if (item !== undefined) items.push(readSpans(item));
      else if (line !== '') words.push(line.replace(/^#{1,6}\s+/, ''));
    }
    close();
  }
  return blocks;
}

function readSpans(text: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  const add = (span: Span) => {
    if (span.text !== '') spans.push(span);
  };
  for (const match of text.matchAll(/\[([^\][\n]{1,200})\]\(([^()\s]{1,300})\)|\*\*([^*\n]{1,300})\*\*/g)) {
    const [whole, label, href, strong] = match;
    if (href !== undefined && !isOwnPath(href)) continue;
    add({ text: text.slice(from, match.index) });
    if (strong !== undefined) add({ text: strong, strong: true });
    else add({ text: label ?? '', href: href ?? '' });
    from = match.index + whole.length;
  }
  add({ text: text.slice(from) });
  return spans;
}

/** The reply as one would paste it elsewhere. */
export const plainReply = (reply: string): string =>
  reply.replace(/\[([^\][\n]{1,200})\]\(([^()\s]{1,300})\)/g, '$1 ($2)').replace(/\*\*([^*\n]+)\*\*/g, '$1');
