/**
 * The marks that a text knows: **bold**, *italic*, [words](address), lists; and # for a heading, ![words](address) for a
 * picture, --- for a line. They are read before anything of a person is filled in, so that nobody's name can become a link.
 */

export interface Span {
  text: string;
  strong?: true;
  slanted?: true;
  url?: string;
}
export type MarkedBlock =
  | { kind: 'heading' | 'subheading'; text: string }
  | { kind: 'prose'; spans: Span[] }
  | { kind: 'list'; ordered: boolean; items: Span[][] }
  | { kind: 'picture'; url: string; alt: string }
  | { kind: 'rule' };

export const isWeb = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, username } = new URL(address);
  return /^https?:$/.test(protocol) && username === '';
};

/** Of a text without marks. */
export const paragraphsOf = (text: string): string[] =>
  text.split(/\n{2,}/).filter((part) => part.trim() !== '');

export const markedBlocks = (body: string): MarkedBlock[] =>
  body
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => paragraph(part.split('\n')));

function paragraph(lines: string[]): MarkedBlock[] {
  const blocks: MarkedBlock[] = [];
  for (const typed of lines) {
    const row = typed.trim();
    const last = blocks.at(-1);
    const [, hashes, title] = /^(#{1,3}) (\S.*)$/.exec(row) ?? [];
    const [, alt = '', address] = /^!\[([^\][]{0,300})\]\(([^()\s]{1,1000})\)$/.exec(row) ?? [];
    const [, mark = '', item] = /^([-*•]|\d{1,3}[.)]) +(\S.*)$/.exec(row) ?? [];
    const ordered = /^\d/.test(mark);
    if (hashes && title) blocks.push({ kind: hashes === '#' ? 'heading' : 'subheading', text: title });
    else if (address !== undefined && isWeb(address)) blocks.push({ kind: 'picture', url: address, alt });
    else if (/^-{3,}$/.test(row)) blocks.push({ kind: 'rule' });
    else if (item !== undefined) {
      if (last?.kind === 'list' && last.ordered === ordered) last.items.push(spansOf(item));
      else blocks.push({ kind: 'list', ordered, items: [spansOf(item)] });
    } else if (last?.kind === 'prose') last.spans.push({ text: '\n' }, ...spansOf(row));
    else blocks.push({ kind: 'prose', spans: spansOf(row) });
  }
  return blocks;
}

export function spansOf(text: string): Span[] {
  return text.split(/(\[[^\][\n]{1,300}\]\([^()\s]{1,1000}\))/).flatMap((part, index): Span[] => {
    const [, words = '', address = ''] =
      index % 2 === 1 ? (/^\[([^\][]*)\]\(([^()]*)\)$/.exec(part) ?? []) : [];
    return address !== '' && isWeb(address) ? marked(words, address) : marked(part);
  });
}

function marked(text: string, url?: string): Span[] {
  const on = url === undefined ? {} : { url };
  return text
    .split(/(\*\*[^*\n]+\*\*|\*[^*\n]+\*)/)
    .filter((part) => part !== '')
    .map((part): Span => {
      if (/^\*\*[^*]+\*\*$/.test(part)) return { text: part.slice(2, -2), strong: true, ...on };
      if (/^\*[^*]+\*$/.test(part)) return { text: part.slice(1, -1), slanted: true, ...on };
      return { text: part, ...on };
    });
}
