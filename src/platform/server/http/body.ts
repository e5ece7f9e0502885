import { Problem } from '#base/problem.ts';

export const defaultMaxBody = 100 * 1024;

/** Reads a body no further than allowed, whatever its length header claims. */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new Problem('too_large', `This is larger than the ${describeBytes(maxBytes)} that can be taken here.`);
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
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

const describeBytes = (bytes: number): string =>
  bytes >= 1_048_576 ? `${Math.round(bytes / 1_048_576)} MB` : `${Math.round(bytes / 1024)} KB`;

/** JSON only, or a plain form where a mail program or another site sends one. */
export async function readInput(request: Request, maxBytes: number, formsToo: boolean): Promise<unknown> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  const isForm = type === 'application/x-www-form-urlencoded';
  if (type !== 'application/json' && !(formsToo && isForm)) {
    throw new Problem('wrong_type', 'Send JSON, with content-type application/json.');
  }
  const text = new TextDecoder().decode(await readBody(request, maxBytes));
  if (isForm) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Problem('bad_request', 'The body is not valid JSON.');
  }
}
