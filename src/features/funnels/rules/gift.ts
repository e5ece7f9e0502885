import { specOf } from './blocks.ts';
import type { Funnel } from './contract.ts';

/** A file that a form promises. `file` is where the hub keeps it, by what is in it; `name` is what people see. */
export interface Gift {
  file: string;
  bytes: number;
  name: string;
}

export const mostGiftBytes = 20 * 1024 * 1024;
const mostName = 120;

/** What may be promised, by the end of its name. Nothing in here is ever shown as a page. */
export const giftTypes = {
  pdf: 'application/pdf',
  epub: 'application/epub+zip',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  png: 'image/png',
  jpg: 'image/jpeg',
  mp3: 'audio/mpeg',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} as const;
export type GiftKind = keyof typeof giftTypes;

export const giftAccept = [...Object.keys(giftTypes), 'jpeg'].map((end) => `.${end}`).join(',');
export const giftKindWords =
  'Use a PDF, EPUB, ZIP, Word, Excel, PowerPoint, PNG, JPEG, MP3, TXT or CSV file.';

/** What a name says that the file is; null for what is not given away here. */
export function giftKindOf(name: string): GiftKind | null {
  const end = /\.([a-z\d]{1,5})$/i.exec(name)?.[1]?.toLowerCase();
  const kind = end === 'jpeg' ? 'jpg' : end;
  return kind !== undefined && Object.hasOwn(giftTypes, kind) ? (kind as GiftKind) : null;
}

/** Without spaces and dots at its ends. */
function bare(text: string, isStart = true): string {
  const isEdge = (at: number) => text[at] === ' ' || text[at] === '.';
  let [from, to] = [0, text.length];
  while (isStart && from < to && isEdge(from)) from++;
  while (to > from && isEdge(to - 1)) to--;
  return text.slice(from, to);
}

/** A name as it can lie in any folder: no path, no control characters, nothing that turns the direction of the rest. */
export function giftName(given: string): string {
  const plain = given
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .replace(/^.*[/\\]/, '')
    .replace(/[<>:"|?*]/g, '-')
    .replace(/\s+/g, ' ');
  const whole = bare(plain, false);
  const end = /\.[a-z\d]{1,5}$/i.exec(whole)?.[0] ?? '';
  const stem = whole
    .slice(0, whole.length - end.length)
    .slice(0, mostName - end.length)
    // Not through the middle of a character that takes two places.
    .replace(/[\ud800-\udbff]$/, '');
  return `${bare(stem) || 'File'}${end}`;
}

const written = /^([0-9a-f]{64}\.[a-z\d]{2,4}) (\d{1,8}) (\S.*)$/u;

/** What stands in the field of a form; null where it is no file of a hub. */
export function readGift(value: string): Gift | null {
  const [, file = '', size = '', name = ''] = written.exec(value) ?? [];
  const kind = giftKindOf(file);
  const bytes = Number(size);
  const isSound =
    kind !== null &&
    file.endsWith(`.${kind}`) &&
    giftKindOf(name) === kind &&
    giftName(name) === name &&
    bytes > 0 &&
    bytes <= mostGiftBytes;
  return isSound ? { file, bytes, name } : null;
}

export const giftText = ({ file, bytes, name }: Gift): string => `${file} ${bytes} ${name}`;

/** All files that the forms of a funnel promise. */
export const giftsIn = ({ steps }: Pick<Funnel, 'steps'>): Gift[] =>
  steps.flatMap(({ blocks, other }) =>
    [...blocks, ...(other?.blocks ?? [])].flatMap(({ type, values }) =>
      specOf(type)
        .fields.filter(({ kind }) => kind === 'file')
        .flatMap(({ name }) => readGift(values[name] ?? '') ?? []),
    ),
  );

/** What somebody reads who may not have asked for it: a name that looks like an address leads to a stranger's site. */
export const shownName = ({ name }: Pick<Gift, 'name'>): string => (hasAddress(name) ? 'your file' : name);

/** Addresses in a line that goes to someone who may not have asked for it: mail of strangers leads nowhere but here. */
export const hasAddress = (words: string): boolean =>
  /https?:|www\.|\S@\S|[\p{L}\p{N}-]\.\p{L}{2}|\d{1,3}(?:\.\d{1,3}){3}/iu.test(
    // As a mail program reads them that makes links of what looks like one.
    words
      .normalize('NFKC')
      .replaceAll('。', '.')
      .replace(/[\p{Cf}]/gu, '')
      .replace(/\.(?:pdf|epub|docx|xlsx|pptx|png|jpe?g|mp3|txt|csv)\b(?![./])/gi, ''),
  );
