import type { Durable, Edit, Settlement, Waiting } from '#platform/web/durable.ts';
import type { SavedTemplate } from '../rules/contract.ts';
import { headOf, isCut } from '../rules/record.ts';
import { forgetLocally, localRecords, markSent } from './local.ts';
import { payloadOf } from './payload.ts';

const kind = 'saved';
type Disk = Pick<Durable, 'one' | 'editAll' | 'waiting'>;

/**
 * Copies that lie in local storage and nowhere else go to the account, too: what the durable store did not take, and what
 * was there before it. What the account has deleted for good is not brought back by them.
 */
export async function sendLocal(
  durable: Disk,
  owner: string,
  send: (row: Waiting) => Promise<Settlement>,
): Promise<void> {
  for (const record of localRecords().filter(({ userId }) => userId === owner)) {
    const edit = await missing(durable, record).catch(() => record.unsent && editOf(record));
    if (edit === 'there') markSent(owner, record.id, record.unsent?.key ?? '');
    if (!edit || edit === 'there') continue;
    try {
      await durable.editAll([edit]);
    } catch {
      // Here nothing is kept: straight to the account, and again at the next start where that fails.
      await sendNow(record, edit, send).catch(() => {});
      continue;
    }
    markSent(owner, record.id, edit.op.key);
  }
}

/** What is to be sent of it; null where this device knows it by more than the copy; `there`: this very text is in the store. */
async function missing(durable: Disk, record: SavedTemplate): Promise<Edit | 'there' | null> {
  const { kept, body } = await durable.one(record.userId, kind, record.id);
  if (record.unsent) {
    // The page went before its copy was taken back.
    if (body?.rev === record.unsent.key) return 'there';
    // Saved again since, by way of the store: that one says more.
    return body?.isMine ? null : editOf(record);
  }
  return kept || body ? null : editOf(record);
}

function editOf(record: SavedTemplate): Edit {
  const { unsent, ...template } = record;
  // A cut copy takes no whole text's place: made upon nothing, it stands beside what is there.
  const base = unsent && !isCut(record) ? unsent.base : 0;
  const isChange = (unsent?.base ?? 0) > 0;
  return {
    owner: record.userId,
    kind,
    id: record.id,
    head: headOf(template),
    body: template,
    at: record.updatedAt,
    op: {
      what: isChange ? 'change' : 'add',
      key: unsent?.key ?? `local-${record.id}`,
      base,
      payload: {
        ...payloadOf(template, { name: record.name, createdAt: isChange ? undefined : record.createdAt }),
        ...(!unsent && { ifUnknown: true }),
      },
    },
  };
}

async function sendNow(
  record: SavedTemplate,
  { owner, id, op, at }: Edit,
  send: (row: Waiting) => Promise<Settlement>,
): Promise<void> {
  const { head } = await send({
    owner,
    kind,
    id,
    op,
    at,
    seq: 0,
    tries: 1,
    refusal: null,
    isFork: false,
    hasText: true,
  });
  if (head.isPurged) forgetLocally(owner, id);
  else markSent(owner, record.id, op.key);
}
