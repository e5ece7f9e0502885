import { setImmediate } from 'node:timers/promises';
import { Problem } from '#base/problem.ts';

export const defaultMaxBody = 100 * 1024;

/** Reads a body up to the limit, whatever its Content-Length claims. */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new Problem('too_large', `This is larger than the ${describeBytes(maxBytes)} limit.`);
  const declared = request.headers.get('content-length');
  if (Number(declared ?? 0) > maxBytes) throw tooLarge();
  // A socket delivers no more than was declared; without one, the body is in memory anyway.
  if (declared !== null && /^\d+$/.test(declared)) {
    const bytes = new Uint8Array(await request.arrayBuffer().catch(cutOff));
    if (bytes.byteLength > maxBytes) throw tooLarge();
    return bytes;
  }
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(cutOff);
    if (done) break;
    length += value.byteLength;
    if (length > maxBytes) {
      await reader.cancel().catch(() => {});
      throw tooLarge();
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks, length);
}

/** A client that disconnects midway isn't an error of ours, and won't see a response anyway. */
function cutOff(): never {
  throw new Problem('bad_request', 'The request ended early.');
}

const describeBytes = (bytes: number): string =>
  bytes >= 1_048_576 ? `${Math.round(bytes / 1_048_576)} MB` : `${Math.round(bytes / 1024)} KB`;

/** JSON only, or a plain form for mail clients and other sites that send one. */
export async function readInput(
  request: Request,
  { maxBytes, maxValues, formsToo }: { maxBytes: number; maxValues?: number | undefined; formsToo: boolean },
): Promise<unknown> {
  const type = mediaType(request);
  if (formsToo && type === urlencoded) return readForm(request, maxBytes);
  if (type !== 'application/json') {
    throw new Problem('wrong_type', 'Send JSON, with content-type application/json.');
  }
  const text = new TextDecoder().decode(await readBody(request, maxBytes));
  const value = parseJson(text, maxValues);
  // Reading a large body takes a while, and so will validating it: yield to others in between.
  if (text.length > many) await setImmediate();
  return value;
}

const many = 200_000;

const mostDepth = 100;
/** The largest document, funnel or cart has a few thousand. */
const mostValues = 20_000;

/**
 * Untrusted text as a value: bounded before it is parsed, because everything that processes it pays for each part.
 */
export function parseJson(text: string, maxValues = mostValues): unknown {
  const fault = beyondBounds(text, maxValues);
  if (fault === 'deep') throw new Problem('bad_request', 'The body is nested too deeply.');
  if (fault === 'many') throw new Problem('too_large', 'The body has too many values.');
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('bad_request', 'The body isn’t valid JSON.');
  }
}

/** Serializing or comparing something nested too deeply overflows the stack; too many values block everyone. */
function beyondBounds(json: string, maxValues: number): 'deep' | 'many' | null {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at);
    if (character === quote) {
      // Brackets inside strings don't nest.
      do at = json.indexOf('"', at + 1);
      while (at !== -1 && isEscaped(json, at));
      if (at === -1) return null;
    } else if (character === openBracket || character === openBrace) {
      if (++depth > mostDepth) return 'deep';
      values += 1;
    } else if (character === closeBracket || character === closeBrace) depth--;
    else if (character === comma) values += 1;
    if (values > maxValues) return 'many';
  }
  return null;
}
/** After an odd number of backslashes. */
function isEscaped(json: string, at: number): boolean {
  let before = at;
  while (json.charCodeAt(before - 1) === backslash) before--;
  return (at - before) % 2 === 1;
}
const [quote, backslash, comma, openBracket, closeBracket, openBrace, closeBrace] = [
  34, 92, 44, 91, 93, 123, 125,
];

/** The fields of a form, urlencoded or multipart; the last of two with the same name, no files. */
export async function readForm(request: Request, maxBytes: number): Promise<Record<string, string>> {
  const type = mediaType(request);
  if (type !== urlencoded && type !== 'multipart/form-data') {
    throw new Problem('wrong_type', 'Send a form, urlencoded or as multipart/form-data.');
  }
  const bytes = new Uint8Array(await readBody(request, maxBytes));
  const separator = type === urlencoded ? '&' : boundaryOf(request);
  if (hasMore(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), separator, mostFields))
    throw new Problem('too_large', 'The form has too many fields.');
  if (type === urlencoded) return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)));
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  const form = await new Response(bytes, { headers }).formData().catch(() => {
    throw new Problem('bad_request', 'The form can’t be read.');
  });
  return Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The longest form of ours has a few dozen. */
const mostFields = 300;

const boundaryOf = (request: Request): string =>
  /boundary="?([^";,\s]+)/i.exec(request.headers.get('content-type') ?? '')?.[1] ?? '--';

/** Counted before anything is parsed: each field costs more than its bytes. */
function hasMore(bytes: Buffer, separator: string, most: number): boolean {
  let count = 0;
  for (let at = bytes.indexOf(separator); at !== -1; at = bytes.indexOf(separator, at + separator.length))
    if (++count > most) return true;
  return false;
}

const urlencoded = 'application/x-www-form-urlencoded';
const mediaType = (request: Request): string | undefined =>
  (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
