import type { CustomFetch } from 'openid-client';
import { isLoopback } from '#platform/server/config.ts';
import { invalid, unavailable } from './refusal.ts';

/** What an answer was, so that it can be given again. */
interface Answer {
  status: number;
  type: string;
  text: string;
}

export type Visit = ReturnType<ReturnType<typeof createVisits>>;

const keepMs = 300_000;
const lookAgainMs = 30_000;
const mostLetters = 1_000_000;

/**
 * How the hub asks providers: over https or on this machine, to the end of a bounded answer. What is public there, its
 * description and its keys, is kept for five minutes.
 */
export function createVisits(now: () => number = () => performance.now()) {
  const kept = new Map<string, Answer & { at: number }>();
  const lookedAgain = new Map<string, number>();

  return function visit(provider: string) {
    const fromMemory = new Set<string>();
    let tokens: Answer | undefined;
    let isAgain = false;

    const fetch: CustomFetch = async (url, options) => {
      const isPublic = options.method === 'GET' && !('authorization' in options.headers);
      const known = isPublic ? kept.get(url) : undefined;
      if (known && now() - known.at < keepMs) {
        fromMemory.add(url);
        return respond(known);
      }
      if (options.method === 'POST' && isAgain && tokens) return respond(tokens);
      const answer = await ask(url, options as RequestInit);
      if (isPublic && answer.status === 200) kept.set(url, { ...answer, at: now() });
      if (options.method === 'POST' && answer.status === 200) tokens = answer;
      return respond(answer);
    };

    return {
      fetch,
      /**
       * A provider that changes its keys may keep their names, so a token that does not fit what was kept is worth one more
       * look at it; not with the code, which is good for one use. A forger does not make the hub ask again and again.
       */
      mayLookAgain(): boolean {
        const isDue = now() - (lookedAgain.get(provider) ?? -Infinity) >= lookAgainMs;
        if (!tokens || fromMemory.size === 0 || !isDue) return false;
        lookedAgain.set(provider, now());
        for (const url of fromMemory) kept.delete(url);
        return (isAgain = true);
      },
    };
  };
}

const respond = ({ status, type, text }: Answer): Response =>
  new Response(text, { status, headers: { 'content-type': type } });

/** Secrets travel encrypted, or do not leave this machine. */
export function isSafe(address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

async function ask(url: string, init: RequestInit): Promise<Answer> {
  if (!isSafe(url)) throw unavailable();
  let text = '';
  let response: Response;
  try {
    response = await fetch(url, init);
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) {
      text += decoder.decode(piece as Uint8Array, { stream: true });
      if (text.length > mostLetters) break;
    }
  } catch {
    throw unavailable();
  }
  if (response.status >= 500) throw unavailable();
  if (text.length > mostLetters) throw invalid();
  const type = response.headers.get('content-type') ?? '';
  // GitHub refuses a code with 200, and says so in the body only.
  const isRefusal = init.method === 'POST' && response.status === 200 && /^\s*\{\s*"error"\s*:/.test(text);
  return { status: isRefusal ? 400 : response.status, type, text };
}
