/** What strangers send to make a hub work: pieces that are said over and over, and JSON that is deep or wide. */
export const pieces: readonly string[] = [
  ['<!', '<', '<b>', '<p>', '<!--', '</', '(', '((', ')', '[', '[[', '](', '![](', '{{', '{', '}}'],
  ['a\u00ad', '\u00ad', ',', ';', '\n- ', '\n', '\r\n', '\n\n', '\t', ' ', '0', '1.', '1,0', '-', '=', '+'],
  ['深', 'あ', 'ش', '🎉', 'a\u0301', '\u0301', '\u00a0', '\u200b', '\u202e', '\ufeff', '\u2028', 'İ', 'ﬁ'],
  ['&', '&amp;', '*', '**', '_', '`', '```', '%', '%0', '\\', '"', "'", '“', '/', '//', '#', '@', 'a@', 'a.'],
  [
    'a@a.a,',
    'x ',
    'percent ',
    'owed ',
    'the ',
    'A ',
    'if ',
    'data:',
    'http://',
    '$',
    '€1 ',
    '|',
    '|-',
    '~',
    '^',
  ],
].flat();

/** Bodies of about so many bytes that no schema asks for: each is answered at once, whatever it costs to look at. */
export function wildBodies(bytes: number): (() => string)[] {
  const list = (one: string) =>
    `[${one}${`,${one}`.repeat(Math.max(1, Math.floor(bytes / (one.length + 1)) - 2))}]`;
  return [
    () => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
    () => `${'{"a":'.repeat(99)}1${'}'.repeat(99)}`,
    () => list('0'),
    () => list('{}'),
    () => `{${Array.from({ length: Math.floor(bytes / 14) }, (_, n) => `"k${n}":${n % 10}`).join()}}`,
    () => `"${'\\u0000'.repeat(bytes / 6)}"`,
    () => `"${'\\\\'.repeat(bytes / 2)}"`,
    () => `{"a":"${'"'.repeat(bytes / 2)}`,
    () => `${' '.repeat(bytes)}1`,
    () => `1${'0'.repeat(bytes)}`,
    () => '\0'.repeat(bytes),
  ];
}

/** As much of it as fits, in characters and in bytes of JSON. */
export function runOf(piece: string, characters: number, bytes: number): string {
  const cost = Buffer.byteLength(JSON.stringify(piece)) - 2;
  return piece.repeat(Math.max(1, Math.min(Math.floor(characters / piece.length), Math.floor(bytes / cost))));
}
