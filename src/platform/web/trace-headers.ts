const name = 'sentry-trace';
const hex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/**
 * An unsampled visit has no reporting code, yet its requests to our own origin carry the trace of the visit.
 * Reporting code that loads later, with an error, sets the header itself.
 */
export function traceRequests(): void {
  const ask = globalThis.fetch;
  const trace = hex(16);
  globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.origin !== location.origin) return ask(input, init);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    if (!headers.has(name)) headers.set(name, `${trace}-${hex(8)}-0`);
    return ask(input, { ...init, headers });
  };
}
