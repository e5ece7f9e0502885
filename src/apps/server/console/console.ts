import { timingSafeEqual } from 'node:crypto';
import { decoded } from '#base/decode.ts';
import { randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { createShown, findAct, ticketsInMemory, type Styles } from '#features/desk/server/public.ts';
import type { Asked, DeskPage } from '#platform/server/desk.ts';
import type { Log } from '#platform/server/log.ts';

interface ConsoleParts {
  pages: readonly DeskPage[];
  hub: string;
  styles: Styles;
  log: Pick<Log, 'error'>;
}

export interface Console {
  fetch(request: Request): Promise<Response>;
  /** Called with its address: only requests to that exact name and port are answered. */
  listening(port: number): void;
  /** The URL that opens it in a browser once it listens; whoever has it gets in. */
  address(): string;
}

// No scripts, no external resources, no framing, no forms to other sites.
const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** The pages of the desk for whoever has this machine's terminal. DNS rebinding to loopback gets nothing here. */
export function createConsole({ pages, hub, styles, log }: ConsoleParts): Console {
  const key = randomText(32);
  let port = 0;
  const hosts = () => [`127.0.0.1:${port}`, `localhost:${port}`];
  const cookie = () => `hub-console-${port}`;
  const shown = createShown({
    base: '',
    hub: () => hub,
    place: { name: 'console', note: ', on this machine only', styles: 'console.css' },
    tickets: ticketsInMemory(),
    headers,
  });
  const reader = { pages };

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const asked: Asked = Object.fromEntries(url.searchParams);
    const parts = url.pathname.slice(1).split('/').map(decoded);
    if (!parts.every((part) => part !== null)) throw new Problem('not_found');
    const [at = '', id, name, ...rest] = parts;
    // Sales first, as at any till.
    const first = pages.find(({ right }) => right === 'money') ?? pages[0];
    if (at === '') return shown.goTo(`/${first?.path ?? ''}`);
    const found = pages.find(({ path }) => path === at);
    if (!found || rest.length > 0) throw new Problem('not_found');
    if (id === undefined && isRead) return shown.list(reader, found, asked);
    if (id !== undefined && name === undefined && isRead) return shown.one(reader, found, id, asked);
    // A hyphen stands for the page itself.
    const of = id === '-' ? '' : (id ?? '');
    if (id !== undefined && name === 'mail' && found.mail && isRead) return shown.mail(found, id);
    const act = findAct(found, of, name ?? '');
    if (id === undefined || !act) throw new Problem('not_found');
    if (isRead) return shown.ask(reader, found, act, of);
    if (request.method !== 'POST') throw new Problem('forbidden');
    if (request.headers.get('origin') !== url.origin)
      throw new Problem('forbidden', 'This form wasn’t submitted from the console.');
    return shown.act(reader, found, act, of, await readForm(request));
  }

  function isMine(request: Request): boolean {
    const cookies = (request.headers.get('cookie') ?? '').split(/;\s*/);
    return cookies.some((pair) => pair.startsWith(`${cookie()}=`) && isKey(pair.slice(cookie().length + 1)));
  }

  const isKey = (given: string): boolean =>
    given.length === key.length && timingSafeEqual(Buffer.from(given), Buffer.from(key));

  async function guarded(request: Request): Promise<Response> {
    if (!hosts().includes(request.headers.get('host') ?? ''))
      return new Response('The console is only available on this machine.', { status: 421, headers });
    const url = new URL(request.url);
    const given = url.searchParams.get('key');
    if (given !== null && isKey(given))
      return shown.goTo('/', { 'set-cookie': `${cookie()}=${key}; Path=/; HttpOnly; SameSite=Lax` });
    if (!isMine(request))
      return shown.words(
        { pages: [] },
        'Open it from the terminal',
        'This console shows buyers and sales. Open it with the address printed in its terminal.',
        403,
      );
    if (url.pathname === '/console.css')
      return new Response(styles.css, { headers: { ...headers, 'content-type': 'text/css; charset=utf-8' } });
    if (url.pathname.startsWith('/fonts/')) {
      const face = await styles.font(url.pathname.slice('/fonts/'.length));
      if (face) return new Response(face, { headers: { ...headers, 'content-type': 'font/woff2' } });
    }
    return answer(request);
  }

  return {
    listening: (actual) => void (port = actual),
    address: () => `http://127.0.0.1:${port}/?key=${key}`,
    async fetch(request) {
      try {
        return await guarded(request);
      } catch (error) {
        const isOurs = !(error instanceof Problem || error instanceof URIError);
        if (isOurs) log.error('console: couldn’t show a page', { error });
        const problem = error instanceof Problem ? error : new Problem(isOurs ? 'internal' : 'not_found');
        return shown.words(reader, 'Couldn’t show this page', problem.message, problem.status);
      }
    },
  };
}

/** The longest answer to a message, with every letter in percent signs. */
const mostForm = 128 * 1024;

async function readForm(request: Request): Promise<Asked> {
  const text = await request.text();
  if (text.length > mostForm) throw new Problem('too_large');
  return Object.fromEntries(new URLSearchParams(text));
}
