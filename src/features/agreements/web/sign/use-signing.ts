import { useCallback, useEffect, useRef, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { signingApi } from '../../rules/addresses.ts';
import type { SigningView } from '../../rules/contract.ts';

const incomplete = new Problem('not_found', 'This link is incomplete. Open it from the email again.');

export const problemOf = (thrown: unknown): Problem =>
  thrown instanceof Problem ? thrown : new Problem('internal');

const isView = (answer: unknown): answer is SigningView =>
  typeof answer === 'object' && answer !== null && 'you' in answer && 'agreement' in answer;

const ask = (token: string) => api<SigningView>(`${signingApi.signing}?t=${encodeURIComponent(token)}`);

const newestOf = ({ versions }: SigningView): number => Math.max(0, ...versions.map((one) => one.version));

export interface Signing {
  view: SigningView | null;
  problem: Problem | null;
  /** What changed while this page was open, in the sender's words; null: nothing did. */
  news: string | null;
  /** The version that they had read before that. */
  since: number;
  version: number;
  retry(): void;
  /** Does something by this link; resolves with what the agreement is then. A version that it makes is no news. */
  act(path: string, body?: Record<string, unknown>): Promise<SigningView>;
  reload(): Promise<SigningView>;
}

/** An agreement by somebody's own link. Opening it changes nothing: that it was seen is said by a request of its own. */
export function useSigning(token: string): Signing {
  const [view, setView] = useState<SigningView | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [news, setNews] = useState<string | null>(null);
  const [since, setSince] = useState(0);
  const [tries, setTries] = useState(0);
  const shown = useRef<SigningView | null>(null);
  const told = useRef(0);

  const show = useCallback(
    (next: SigningView, isOwn = false) => {
      const before = shown.current;
      shown.current = next;
      setView(next);
      setProblem(null);
      const version = newestOf(next);
      const seen = before ? newestOf(before) : next.seenVersion;
      if (!isOwn && seen > 0 && seen < version) {
        setNews(wordsSince(next, seen));
        setSince((first) => first || seen);
      }
      if (told.current < version) {
        told.current = version;
        void api(signingApi.seen, { method: 'POST', body: { t: token } }).catch(() => {});
      }
      return next;
    },
    [token],
  );
  const reload = useCallback(async () => show(await ask(token)), [token, show]);

  useEffect(() => {
    let isCurrent = true;
    // Only here: the server that draws the page first doesn't know the link.
    const asked = token === '' ? Promise.reject(incomplete) : ask(token);
    asked.then(
      (next) => isCurrent && show(next),
      (thrown: unknown) => isCurrent && setProblem(problemOf(thrown)),
    );
    return () => void (isCurrent = false);
  }, [token, tries, show]);

  const isUnsealed = view?.agreement.state === 'signed' && !view.agreement.isSealed;
  useEffect(() => {
    // The final file is made right after the last signature.
    const timer = isUnsealed ? setInterval(() => void reload().catch(() => {}), 5000) : undefined;
    return () => clearInterval(timer);
  }, [isUnsealed, reload]);

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && shown.current) void reload().catch(() => {});
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [reload]);

  return {
    view,
    problem: view ? null : problem,
    news,
    since,
    version: view ? newestOf(view) : 0,
    retry() {
      setProblem(null);
      setTries((count) => count + 1);
    },
    async act(path, body = {}) {
      const answer = await api<unknown>(path, { method: 'POST', body: { t: token, ...body } });
      // Only what they filled in is a version of their own; any other came from somebody else meanwhile.
      return isView(answer) ? show(answer, path === signingApi.fill) : reload();
    },
    reload,
  };
}

const wordsSince = ({ versions }: SigningView, seen: number): string =>
  versions
    .filter(({ version }) => version > seen)
    .map(({ words }) => words)
    .filter(Boolean)
    .join(' ');
