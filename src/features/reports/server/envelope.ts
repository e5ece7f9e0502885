import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Problem } from '#base/problem.ts';
import { parseJson, readBody } from '#platform/server/http/body.ts';

const unzip = promisify(gunzip);

/** Of a body as it comes, and of what it unfolds to: a small gzip can be a large nothing. */
export const mostBytes = 1_048_576;
const mostUnfolded = 4 * mostBytes;
const mostItems = 20;

export interface Item {
  type: string;
  payload: unknown;
}

/** What the reporting clients send: lines of JSON, a header, then items with a header each. */
export async function readEnvelope(request: Request): Promise<Item[]> {
  return parseEnvelope(await unfolded(request));
}

async function unfolded(request: Request): Promise<Buffer> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip')
    throw new Problem('wrong_type', 'Send an envelope as it is, or gzipped.');
  const body = Buffer.from(await readBody(request, mostBytes));
  if (encoding === 'identity') return body;
  return unzip(body, { maxOutputLength: mostUnfolded }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ERR_BUFFER_TOO_LARGE'
      ? new Problem('too_large')
      : new Problem('bad_request', 'This isn’t valid gzip data.');
  });
}

function parseEnvelope(bytes: Buffer): Item[] {
  let at = 0;
  function upTo(end: number): string {
    const text = bytes.toString('utf8', at, end);
    at = end + 1;
    return text;
  }
  const lineEnd = () => {
    const end = bytes.indexOf(10, at);
    return end < 0 ? bytes.length : end;
  };

  parseObject(upTo(lineEnd()));
  const items: Item[] = [];
  while (at < bytes.length) {
    const line = upTo(lineEnd());
    if (line.trim() === '') continue;
    const { type, length } = parseObject(line);
    if (typeof type !== 'string') throw notAnEnvelope();
    const isCounted = typeof length === 'number' && Number.isInteger(length) && length >= 0;
    if (isCounted && at + length > bytes.length) throw notAnEnvelope();
    const payload = upTo(isCounted ? at + length : lineEnd());
    if (items.push({ type, payload: kept.includes(type) ? parseObject(payload) : null }) > mostItems)
      throw new Problem('too_large', 'Too many items in one envelope.');
  }
  return items;
}

// Sessions, replays, profiles and attachments are taken politely and forgotten.
const kept = ['event', 'transaction'];

function parseObject(text: string): Record<string, unknown> {
  try {
    const value = parseJson(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Answered below.
  }
  throw notAnEnvelope();
}

const notAnEnvelope = (): Problem => new Problem('bad_request', 'This isn’t a valid envelope.');
