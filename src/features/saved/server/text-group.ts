import { Problem } from '#base/problem.ts';
import { normalise, plainText } from '../rules/content.ts';
import type { AddBody, ChangeBody } from '../rules/contract.ts';
import { defaultName } from '../rules/record.ts';
import { sizes, utf8Bytes } from '../rules/sizes.ts';
import { say } from '../rules/words.ts';
import type { SavedRest } from './tables.ts';

/** The parts of a write that are one text, as the columns they become. */
export interface TextGroup {
  /** null: it lies in a file. */
  content: string | null;
  contentHash: string | null;
  contentLength: number;
  rest: string;
  bytes: number;
  excerpt: string;
  searchText: string | null;
}

type Written = Omit<AddBody, 'key' | 'id' | 'createdAt'>;

const textKeys = [
  'content',
  'upload',
  'fields',
  'formData',
  'branding',
  'originalContentLength',
  'compressedContentLength',
  'isCompressed',
  'isBranded',
  'isEmergencySaved',
  'storageNote',
] as const;

export const touchesText = (body: Written): boolean => textKeys.some((key) => body[key] !== undefined);
/** Stands for itself: nothing of what was there before is needed. */
export const isWhole = (body: Written): boolean =>
  body.content !== undefined && body.fields !== undefined && body.formData !== undefined;

/** A document that nobody knows by name has the one that it would get if it were new. */
export const nameOf = ({ name, nameIfNew }: AddBody | ChangeBody, known = ''): string =>
  name?.trim() || known || nameIfNew?.trim() || defaultName;

export const marksOf = ({ name, folder, starred }: AddBody | ChangeBody) => ({
  ...(name !== undefined && { name: name.trim() || defaultName }),
  ...(folder !== undefined && { folder: folder.trim() }),
  ...(starred !== undefined && { starred }),
});

/** `before` is what a part that was not sent stays as. */
export function restOf(body: Written, before: SavedRest = {}): SavedRest {
  const pick = <K extends keyof SavedRest>(key: K) => {
    const value =
      body[key as keyof Written] ?? (key === 'branding' && body.branding === null ? null : before[key]);
    return value === undefined ? {} : { [key]: value };
  };
  return {
    ...pick('fields'),
    ...pick('formData'),
    ...pick('branding'),
    ...pick('originalContentLength'),
    ...pick('compressedContentLength'),
    ...pick('isCompressed'),
    ...pick('isBranded'),
    ...pick('isEmergencySaved'),
    ...pick('storageNote'),
  };
}

/** A text that is small enough for its row. */
export function rowGroup(name: string, content: string, rest: SavedRest): TextGroup | 'needs a file' {
  const text = normalise(content);
  const json = JSON.stringify(rest);
  const bytes = utf8Bytes(json) + utf8Bytes(JSON.stringify(text)) + utf8Bytes(name);
  if (bytes > sizes.databaseThresholdBytes) return 'needs a file';
  return {
    content: text,
    contentHash: null,
    contentLength: text.length,
    rest: json,
    bytes,
    excerpt: plainText(text, 280),
    searchText: null,
  };
}

/** A text that lies in a file; what is left of the record must fit the database all the same. */
export function fileGroup(name: string, content: Uint8Array, hash: string, rest: SavedRest): TextGroup {
  const text = new TextDecoder().decode(content);
  const json = JSON.stringify(rest);
  const inRow = utf8Bytes(json) + utf8Bytes(name);
  if (inRow > sizes.databaseLimitBytes) throw new Problem('too_large', say('tooLarge'));
  return {
    content: null,
    contentHash: hash,
    contentLength: text.length,
    rest: json,
    bytes: inRow + content.byteLength,
    excerpt: plainText(text, 280),
    searchText: plainText(text).slice(0, 100_000),
  };
}
