import { useCallback, useEffect, useRef, useState } from 'react';
import { randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import {
  type RestoreVersionAnswer,
  type SavedVersion,
  type VersionsAnswer,
  versionsApi,
  type VersionText,
} from '../../rules/versions-contract.ts';

export interface Versions {
  name: string;
  list: SavedVersion[] | null;
  more: boolean;
  problem: Problem | null;
  /** The text of one; of each version it is asked for once. */
  text(version: number): Promise<VersionText>;
  refresh(): Promise<void>;
  loadMore(): Promise<void>;
  rename(version: number, name: string): Promise<void>;
  restore(version: number): Promise<RestoreVersionAnswer>;
  propose(version: number, content: string): Promise<RestoreVersionAnswer>;
}

const problemOf = (error: unknown): Problem => (error instanceof Problem ? error : new Problem('internal'));

/** The versions of a template, which only the hub has. */
export function useVersions(id: string): Versions {
  const [answer, setAnswer] = useState<VersionsAnswer | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const texts = useRef(new Map<number, Promise<VersionText>>());
  const refresh = useCallback(
    () =>
      withSession(() => api<VersionsAnswer>(versionsApi.all(id))).then(
        (found) => {
          setAnswer(found);
          setProblem(null);
        },
        (error: unknown) => setProblem(problemOf(error)),
      ),
    [id],
  );
  useEffect(() => {
    void refresh();
  }, [refresh]);
  const text = useCallback(
    (version: number) => {
      const known = texts.current.get(version);
      if (known) return known;
      const asked = withSession(() => api<VersionText>(versionsApi.one(id, version)));
      texts.current.set(version, asked);
      asked.catch(() => texts.current.delete(version));
      return asked;
    },
    [id],
  );
  const write = async (address: string, body: object) => {
    const done = await withSession(() =>
      api<RestoreVersionAnswer>(address, { method: 'POST', body: { key: randomText(24), ...body } }),
    );
    await refresh();
    return done;
  };
  return {
    name: answer?.name ?? '',
    list: answer?.versions ?? null,
    more: answer?.more ?? false,
    problem,
    text,
    refresh,
    async loadMore() {
      const before = answer?.versions.at(-1)?.version;
      const next = await withSession(() => api<VersionsAnswer>(versionsApi.all(id, before)));
      setAnswer((now) => now && { ...next, versions: [...now.versions, ...next.versions] });
    },
    async rename(version, name) {
      await withSession(() => api(versionsApi.one(id, version), { method: 'PATCH', body: { name } }));
      await refresh();
    },
    restore: (version) => write(versionsApi.restore(id, version), {}),
    propose: (version, content) => write(versionsApi.proposed(id, version), { content }),
  };
}
