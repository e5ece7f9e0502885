/** What the buttons above a text do: bold, italic, lists and links, in the marks that pages and mails are written in. */
export interface Written {
  text: string;
  start: number;
  end: number;
}

function stars(text: string, from: number, by: -1 | 1): number {
  let at = from;
  while (text[at] === '*') at += by;
  return Math.abs(at - from);
}

/** Around what is chosen; a second time takes it away. */
export function toggled({ text, start, end }: Written, mark: '**' | '*'): Written {
  const size = mark.length;
  const chosen = text.slice(start, end);
  const before = stars(text, start - 1, -1);
  const after = stars(text, end, 1);
  const isMarked = before === after && (mark === '*' ? before % 2 === 1 : before >= 2);
  if (isMarked)
    return {
      text: text.slice(0, start - size) + chosen + text.slice(end + size),
      start: start - size,
      end: end - size,
    };
  return {
    text: text.slice(0, start) + mark + chosen + mark + text.slice(end),
    start: start + size,
    end: end + size,
  };
}

/** The lines that are chosen become points of a list, or lines again. */
export function listed({ text, start, end }: Written): Written {
  const from = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const found = text.indexOf('\n', end);
  const to = found < 0 ? text.length : found;
  const lines = text.slice(from, to).split('\n');
  const isPoint = (line: string) => line.startsWith('- ');
  const isList = lines.every((line) => isPoint(line) || !line.trim());
  // An empty line stays one: a mark alone would be read as it stands.
  const turned = (line: string) =>
    isList ? line.slice(2) : isPoint(line) || !line.trim() ? line : `- ${line}`;
  const now = lines.length === 1 && !lines[0] ? '- ' : lines.map(turned).join('\n');
  return { text: text.slice(0, from) + now + text.slice(to), start: from, end: from + now.length };
}

/** What is chosen leads there; where nothing is, its address stands for it. A bracket would end the words. */
export function linked({ text, start, end }: Written, to: string): Written {
  const plain = text
    .slice(start, Math.min(end, start + 280))
    .replace(/[[\]\n]/g, ' ')
    .trim();
  const address = to
    .trim()
    .replace(/[()\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const words = plain || address;
  const link = `[${words}](${address})`;
  return {
    text: text.slice(0, start) + link + text.slice(end),
    start: start + 1,
    end: start + 1 + words.length,
  };
}
