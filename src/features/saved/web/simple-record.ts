import { api } from '#platform/web/api.ts';
import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';
import { getViewer } from '#platform/web/viewer.ts';
import { type FormAnswer, formApi, formNameOf, simpleRecord } from '../rules/forms.ts';
import { offlinePlaceholder, planSimple, saveSimple, type SimpleData } from '../rules/simple-record.ts';
import { patience } from '../rules/sizes.ts';
import { say } from '../rules/words.ts';

const localKey = (template: string): `simpleRecord:${string}` => `simpleRecord:${formNameOf(template)}`;

/** Whose account is asked: a member's with a session, never somebody's who works offline. */
const accountOf = (): string | null => {
  const { ready, mode, user } = getViewer();
  return ready && mode === 'online' && user && !user.isOffline ? user.uid : null;
};

/** Keeps a form's state under a name. True when it is somewhere, false only when everything failed. */
export async function saveSimpleRecord(template: string, data: SimpleData): Promise<boolean> {
  return saveSimple(planSimple(accountOf(), template, data, new Date()), {
    async database({ userId, data: kept, storageNote, timestamp }) {
      await api(formApi(formNameOf(template)), {
        method: 'PUT',
        body: { data: kept, timestamp: timestamp.toISOString(), ...(storageNote && { storageNote }) },
        timeoutMs: patience.saveMs,
      });
      // What waited here for a better day is in the account now; a longer text than the account takes stays.
      if (kept.isCompressed || localOf(template)?.userId !== userId) return;
      removeStored(localKey(template));
    },
    async local(record) {
      if (writeStored(localKey(template), JSON.stringify(record)) !== 'written')
        throw new Error(say('localFailed'));
    },
  });
}

export interface KeptForm {
  content: string;
  timestamp: Date;
}

/** The newest state of a form that this person left, here or in the account; null when there is none. */
export async function readSimpleRecord(template: string): Promise<KeptForm | null> {
  const uid = accountOf();
  const local = localOf(template);
  const own = local && local.userId === (uid ?? offlinePlaceholder) ? formOf(local) : null;
  if (uid === null) return own;
  const answer = await api<FormAnswer>(formApi(formNameOf(template))).catch(() => null);
  const remote = answer?.record
    ? formOf({ ...answer.record, timestamp: new Date(answer.record.timestamp) })
    : null;
  return own && (!remote || own.timestamp >= remote.timestamp) ? own : remote;
}

const formOf = ({ data, timestamp }: { data: { content: string }; timestamp: Date }): KeptForm => ({
  content: data.content,
  timestamp,
});

/** What another version or another program left there is none. */
function localOf(template: string): { userId: unknown; data: { content: string }; timestamp: Date } | null {
  try {
    const value = JSON.parse(readStored(localKey(template)) ?? 'null') as { userId?: unknown } | null;
    const { data, timestamp } = simpleRecord.parse(value);
    return { userId: value?.userId, data, timestamp: new Date(timestamp) };
  } catch {
    return null;
  }
}
