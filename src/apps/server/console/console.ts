import { timingSafeEqual } from 'node:crypto';
import { decoded } from '#base/decode.ts';
import { randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import type { Asked, ConsoleAct, ConsolePage } from '#platform/server/console.ts';
import type { Log } from '#platform/server/log.ts';
import { draw, drawQuestion, drawWords, type Frame } from './draw.ts';
import type { Styles } from './styles.ts';

interface ConsoleParts {
  pages: readonly ConsolePage[];
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
    "default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

const mostTokens = 1000;

/** What the operator reads on their own machine. DNS rebinding to loopback gets nothing here. */
export function createConsole({ pages, hub, styles, log }: ConsoleParts): Console {
  const key = randomText(32);
  const tokens = new Map<string, string>();
  const said = new Map<string, string>();
  let port = 0;
  const hosts = () => [`127.0.0.1:${port}`, `localhost:${port}`];
  const cookie = () => `hub-console-${port}`;

  const page = (body: unknown, status = 200) =>
    new Response(String(body), {
      status,
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    });
  const goTo = (location: string, more: Record<string, string> = {}) =>
    new Response(null, { status: 303, headers: { ...headers, location, ...more } });
  const frame = (at = '', words?: string): Frame => ({ hub, pages, at, said: words });

  function mint<Kept extends string>(kept: Map<string, Kept>, what: Kept): string {
    const token = randomText(32);
    kept.set(token, what);
    const oldest = kept.keys().next().value;
    if (kept.size > mostTokens && oldest !== undefined) kept.delete(oldest);
    return token;
  }

  /** Each token works once, for the confirmation it was issued with: it can't be forged or submitted twice. */
  function spend(token: string | undefined, about: string): void {
    const kept = token === undefined ? undefined : tokens.get(token);
    if (token !== undefined) tokens.delete(token);
    if (kept !== about)
      throw new Problem(
        'conflict',
        'This form was already submitted, or the page is out of date. Check before you submit it again.',
      );
  }

  async function ask(at: string, act: ConsoleAct, id: string, typed: Asked = {}, mistake?: string) {
    const { words, fields } = await act.ask(id);
    const token = mint(tokens, `${at}/${id}/${act.name}`);
    const filled = fields.map((field) => ({ ...field, value: typed[field.name] ?? field.value ?? '' }));
    return drawQuestion(frame(at), { act, id, words, fields: filled, token, mistake });
  }

  async function doIt(at: string, deed: ConsoleAct, id: string, request: Request): Promise<Response> {
    if (request.headers.get('origin') !== new URL(request.url).origin)
      throw new Problem('forbidden', 'This form wasn’t submitted from the console.');
    const form = await readForm(request);
    try {
      spend(form['token'], `${at}/${id}/${deed.name}`);
      const words = await deed.act(id, form);
      return goTo(`/${at}/${encodeURIComponent(id)}?said=${mint(said, words)}`);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // Shows the form again, with the input and the error.
      return page(await ask(at, deed, id, form, error.message), error.status);
    }
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const words = said.get(url.searchParams.get('said') ?? '');
    const asked: Asked = Object.fromEntries(url.searchParams);
    const parts = url.pathname.slice(1).split('/').map(decoded);
    if (!parts.every((part) => part !== null)) throw new Problem('not_found');
    const [at = '', id, name, ...rest] = parts;
    if (at === '') return goTo(`/${pages[0]?.path ?? ''}`);
    const found = pages.find(({ path }) => path === at);
    if (!found || rest.length > 0) throw new Problem('not_found');
    if (id === undefined && isRead) return page(await draw(frame(at, words), await found.list(asked)));
    if (id !== undefined && name === undefined && isRead && found.one) {
      const sheet = await found.one(id).catch((error: unknown) => {
        // What was just done may have ended it: said above the list it was in.
        if (words === undefined || !(error instanceof Problem)) throw error;
        return null;
      });
      return page(
        sheet
          ? await draw(frame(at, words), sheet, found.acts)
          : await draw(frame(at, words), await found.list({})),
      );
    }
    const deed = found.acts?.find((each) => each.name === name);
    if (id === undefined || !deed) throw new Problem('not_found');
    if (isRead) return page(await ask(at, deed, id));
    if (request.method !== 'POST') throw new Problem('forbidden');
    return doIt(at, deed, id, request);
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
      return goTo('/', { 'set-cookie': `${cookie()}=${key}; Path=/; HttpOnly; SameSite=Lax` });
    if (!isMine(request))
      return page(
        await drawWords(
          { ...frame(), pages: [] },
          'Open it from the terminal',
          'This console shows buyers and sales. Open it with the address printed in its terminal.',
        ),
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
        return page(await drawWords(frame(), 'Couldn’t show this page', problem.message), problem.status);
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
