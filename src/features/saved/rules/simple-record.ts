import { cutTo } from './content.ts';
import { sizes } from './sizes.ts';
import { say } from './words.ts';

/** The state of a form, or a text under a name: the small shape beside the full one. */
export interface SimpleRecord {
  userId: string;
  template: string;
  data: SimpleData;
  timestamp: Date;
}

export interface SimpleData {
  content: string;
  isCompressed?: true;
  originalSize?: number;
  compressedSize?: number;
  [key: string]: unknown;
}

export type StoredSimple = SimpleRecord & { storageNote?: string };

/** Stands for the uid where nobody is signed in. */
export const offlinePlaceholder = 'offline_user';

export interface SimplePlan {
  /** null: there is no account to write to. */
  database: StoredSimple | null;
  /** Written beside it whatever the database says. */
  local: StoredSimple | null;
  /** Written when the database fails. */
  fallback: StoredSimple;
}

export function planSimple(uid: string | null, template: string, data: SimpleData, now: Date): SimplePlan {
  const record: StoredSimple = { userId: uid ?? offlinePlaceholder, template, data, timestamp: now };
  if (uid === null) return { database: null, local: record, fallback: record };
  const size = JSON.stringify(record).length;
  if (size <= sizes.simpleLimit) return { database: record, local: null, fallback: record };
  const content = cutTo(data.content, sizes.simpleCut);
  const compressed: StoredSimple = {
    ...record,
    data: {
      ...data,
      content,
      isCompressed: true,
      originalSize: data.content.length,
      compressedSize: content.length,
    },
    storageNote: say('simpleNote'),
  };
  return { database: compressed, local: record, fallback: record };
}

export interface SimpleWays {
  database(record: StoredSimple): Promise<unknown>;
  local(record: StoredSimple): Promise<unknown>;
}

/** True when it is somewhere; false only when everything failed. */
export async function saveSimple(plan: SimplePlan, ways: SimpleWays): Promise<boolean> {
  const tried = async (act: () => Promise<unknown>) => {
    try {
      await act();
      return true;
    } catch {
      return false;
    }
  };
  const { database, local, fallback } = plan;
  const isLocal = local !== null && (await tried(() => ways.local(local)));
  const isWritten = database !== null && (await tried(() => ways.database(database)));
  if (isWritten || isLocal) return true;
  return local === null && tried(() => ways.local(fallback));
}
