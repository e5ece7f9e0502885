const mostLetters = 100;
const mostBytes = 200;
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** What somebody calls a file, as a name that every system takes and that leads nowhere: without a path, never empty. */
export function harmlessName(given: string): string {
  const last = given.slice(-1000).split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .toWellFormed()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_ .()-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}_]+/u, '')
    .replace(/(?<![ .-])[ .-]+$/, '');
  const [, stem = '', ending = ''] = /^(.*?)(\.[\p{L}\p{N}]{1,10})?$/u.exec(plain) ?? [];
  const short = fitting(stem, ending.length).trimEnd() || 'file';
  const name = short + ending;
  return devices.test(name) ? `_${name}` : name;
}

/** As many letters as fit beside the ending; a file system counts bytes. */
function fitting(stem: string, taken: number): string {
  const bytes = new TextEncoder();
  let text = '';
  for (const letter of [...stem].slice(0, mostLetters - taken - 1)) {
    if (bytes.encode(text + letter).length > mostBytes - 4 * taken) break;
    text += letter;
  }
  return text;
}
