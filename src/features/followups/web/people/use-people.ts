import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import type { PersonView, Segment } from '../../rules/contract.ts';
import { problemWords } from '../say.ts';
import { useAnswer } from '#platform/web/use-answer.ts';
import { type People, peopleCall } from './segment.ts';

interface Rest {
  /** The first page that these follow. */
  after: People;
  people: PersonView[];
  next: string | null;
}

/** Those who fit, page by page; nobody is shown twice when somebody comes in between. */
export function usePeople(segment: Segment) {
  const { value, problem, retry } = useAnswer<People>(peopleCall(segment));
  const [rest, setRest] = useState<Rest | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const added = rest !== null && rest.after === value ? rest : null;
  const people = value && [...value.people, ...(added?.people ?? [])];
  const next = added ? added.next : (value?.next ?? null);

  async function more(): Promise<void> {
    if (!value || !people || next === null) return;
    setBusy(true);
    setFailed(null);
    try {
      const page = await withSession(() => api<People>(peopleCall(segment, next)));
      const known = new Set(people.map(({ id }) => id));
      const fresh = page.people.filter(({ id }) => !known.has(id));
      setRest({ after: value, people: [...(added?.people ?? []), ...fresh], next: page.next });
    } catch (thrown) {
      setFailed(problemWords(thrown));
    }
    setBusy(false);
  }

  return {
    people,
    total: value?.total ?? null,
    problem,
    retry,
    hasMore: next !== null,
    more,
    isBusy,
    failed,
  };
}
