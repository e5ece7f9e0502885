import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';
import { getViewer } from '#platform/web/viewer.ts';
import { type FormAnswer, formApi, type FormChange, formNameOf, simpleRecord } from '../rules/forms.ts';
import { planSimple, saveSimple } from '../rules/simple-record.ts';
import { patience } from '../rules/sizes.ts';
import { say } from '../rules/words.ts';

const localKey = (template: string): `simpleRecord:${string}` => `simpleRecord:${formNameOf(template)}`;

/** Whose account is asked: a member's with a session, never somebody's who works offline. */
const accountOf = (): string | null => {
  const { ready, mode, user, isEnded } = getViewer();
  return ready && mode === 'online' && user && !user.isOffline && !isEnded ? user.uid : null;
};

/** The body of one write of a form, as the account takes it. */
export type FormWrite = Omit<FormChange, 'timestamp'>;

/**
 * Tells the account what changed of a form, or only asks it; resolves with the form as all devices have it. What does not
 * get through is kept here, whole. `isLeaving`: the page goes, and the request outlives it.
 */
export async function exchangeForm(
  template: string,
  content: string,
  write: FormWrite | null,
  isLeaving = false,
): Promise<FormAnswer> {
  const address = formApi(formNameOf(template));
  const uid = accountOf();
  if (write === null) {
    if (uid === null) throw new Problem('unavailable');
    return api<FormAnswer>(address);
  }
  let answer: FormAnswer | null = null;
  let problem: unknown = new Problem('unavailable');
  await saveSimple(planSimple(uid, template, { content }, new Date()), {
    async database({ userId, timestamp }) {
      try {
        answer = await api<FormAnswer>(address, {
          method: 'PUT',
          body: { ...write, timestamp: timestamp.toISOString() },
          timeoutMs: patience.saveMs,
          isLeaving,
        });
      } catch (error) {
        problem = error;
        throw error;
      }
      // What waited here for a better day is in the account now.
      if (localOf(template)?.userId === userId) removeStored(localKey(template));
    },
    async local(record) {
      if (writeStored(localKey(template), JSON.stringify(record)) !== 'written')
        throw new Error(say('localFailed'));
    },
  });
  if (answer) return answer;
  throw problem;
}

/** What another version or another program left there is none. */
function localOf(template: string): { userId: unknown } | null {
  try {
    const value = JSON.parse(readStored(localKey(template)) ?? 'null') as { userId?: unknown } | null;
    simpleRecord.parse(value);
    return { userId: value?.userId };
  } catch {
    return null;
  }
}
