import { merge, type MergeFacts } from './words.ts';

/**
 * What a member types as the text of an email, with the marks that funnel pages know: **bold**, *italic*, [words](address),
 * lists; and # for a heading, ![words](address) for a picture, --- for a line. It is read before anything of a person is
 * filled in, so that nobody's name can become a link.
 */

interface Span {
  text: string;
  strong?: true;
  slanted?: true;
  url?: string;
}
export type LetterBlock =
  | { kind: 'heading' | 'subheading'; text: string }
  | { kind: 'prose'; spans: Span[] }
  | { kind: 'list'; ordered: boolean; items: Span[][] }
  | { kind: 'picture'; url: string; alt: string }
  | { kind: 'rule' }
  | { kind: 'button'; label: string; url: string };

const isWeb = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, username } = new URL(address);
  return /^https?:$/.test(protocol) && username === '';
};

export function letterOf({
  body,
  button,
  link,
}: {
  body: string;
  button: string;
  link: string;
}): LetterBlock[] {
  const blocks: LetterBlock[] = body
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => paragraph(part.split('\n')));
  return link !== '' && isWeb(link)
    ? [...blocks, { kind: 'button', label: button || 'Open', url: link }]
    : blocks;
}

function paragraph(lines: string[]): LetterBlock[] {
  const blocks: LetterBlock[] = [];
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

function spansOf(text: string): Span[] {
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

/** Each text and each address of a letter, replaced; what it is made of stays. */
function through(
  blocks: readonly LetterBlock[],
  words: (text: string) => string,
  address: (url: string) => string,
): LetterBlock[] {
  const span = ({ text, url, ...look }: Span): Span => ({
    ...look,
    text: words(text),
    ...(url !== undefined && { url: address(url) }),
  });
  return blocks.map((block): LetterBlock => {
    switch (block.kind) {
      case 'heading':
      case 'subheading':
        return { ...block, text: words(block.text) };
      case 'prose':
        return { ...block, spans: block.spans.map(span) };
      case 'list':
        return { ...block, items: block.items.map((item) => item.map(span)) };
      case 'picture':
        return { ...block, alt: words(block.alt) };
      case 'button':
        return { ...block, label: words(block.label), url: address(block.url) };
      case 'rule':
        return block;
    }
  });
}

export interface Addressed {
  blocks: LetterBlock[];
  /** Where its links lead, in order; in the letter stands what `via` made of their place. */
  links: string[];
}

/** The letter for one person: their words filled in, and every link by way of ours, where the click is noticed. */
export function addressed(
  blocks: readonly LetterBlock[],
  facts: MergeFacts,
  via: (place: number) => string,
): Addressed {
  const links: string[] = [];
  const filled = through(
    blocks,
    (text) => merge(text, facts),
    (url) => {
      links.push(url);
      return via(links.length - 1);
    },
  );
  return { blocks: filled, links };
}

/** Its first words, for the line beside the subject. */
export function firstWords(blocks: readonly LetterBlock[]): string {
  const texts = blocks.flatMap((block) =>
    block.kind === 'prose'
      ? [block.spans.map(({ text }) => text).join('')]
      : block.kind === 'heading' || block.kind === 'subheading'
        ? [block.text]
        : [],
  );
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).join('\n\n');
}

/** What is better mended before this goes out; it does not keep it back. */
export function letterWarnings({
  subject,
  body,
  button,
  link,
}: {
  subject: string;
  body: string;
  button: string;
  link: string;
}): string[] {
  const blocks = letterOf({ body, button, link });
  const text = firstWords(blocks);
  const warnings: string[] = [];
  if (text.length < 20)
    warnings.push('There’s hardly any text. Mail with only pictures often lands in spam.');
  if (subject.length > 70) warnings.push('The subject is long: phones show about 40 characters.');
  if (/!{2,}|[$€]{2,}|\b(?:100% free|act now|click here|winner|risk.free)\b/i.test(`${subject} ${body}`))
    warnings.push('Some words look like spam, such as “!!”, “act now” or “click here”.');
  if (subject.length > 8 && subject === subject.toUpperCase() && /[A-Z]/.test(subject))
    warnings.push('The subject is all capitals.');
  if (blocks.some((block) => block.kind === 'picture' && block.alt.trim() === ''))
    warnings.push('A picture has no words. Put them between the brackets: ![what it shows](address).');
  if (button !== '' && link === '') warnings.push('The button has no link, so it isn’t shown.');
  if (
    body
      .split('](')
      .slice(1)
      .some((part) => !/^https?:/.test(part) && part.includes(')'))
  )
    warnings.push('A link doesn’t start with https://, so it stays text.');
  return warnings;
}
