/** What a caller may know about an error. Anything else that is thrown becomes a 500 without words. */
export class Problem extends Error {
  constructor(status, code, message, fields) {
    super(message);
    Object.assign(this, { status, code, fields });
  }
}

export const notFound = () => new Problem(404, 'not_found', 'There is nothing here.');

export async function readJson(request, maxBytes = 100_000) {
  const type = (request.headers['content-type'] ?? '').split(';')[0].trim();
  if (type !== 'application/json') throw new Problem(415, 'wrong_type', 'Send JSON, with content-type application/json.');
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > maxBytes) throw new Problem(413, 'too_large', `This is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Problem(400, 'bad_request', 'The body is not valid JSON.');
  }
}

export function send(response, status, body, headers = {}) {
  const text = body === undefined ? '' : JSON.stringify(body);
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...headers,
  });
  response.end(text);
}
