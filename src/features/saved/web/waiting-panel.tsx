import { countOf } from '#base/count.ts';
import { useState } from 'react';
import type { Waiting } from '#platform/web/durable.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import type { SavedHead } from '../rules/contract.ts';
import { kind, savedStore } from './store.ts';

const words: Record<Waiting['op']['what'], string> = {
  add: 'new',
  change: 'changed',
  remove: 'deleted',
  restore: 'restored',
};

/** What is on this device and not in the account yet, by name; nothing of it is lost when the tab closes. */
export function WaitingPanel({
  owner,
  waiting,
  heads,
  onExport,
}: {
  owner: string;
  waiting: Waiting[];
  heads: SavedHead[];
  onExport: () => void;
}) {
  const [discarding, setDiscarding] = useState<Waiting | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (waiting.length === 0) return null;
  const nameOf = (row: Waiting) =>
    heads.find(({ id }) => id === row.id)?.name ?? String(row.op.payload['name'] ?? row.id);
  const isRefused = waiting.some(({ refusal }) => refusal);
  const retry = async () => {
    setBusy(true);
    await savedStore()
      .outbox.retry(owner)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <Notice
        kind={isRefused ? 'danger' : 'warn'}
        title={`${countOf(waiting.length, 'change')} not synced yet`}
        actions={
          <>
            <Button size="tool" onClick={() => void retry()} busy={isBusy && 'Sending...'}>
              Try again
            </Button>
            <Button size="tool" variant="quiet" onClick={onExport}>
              Export all
            </Button>
          </>
        }
      >
        <p>Saved on this device; you can close this tab.</p>
        <ul className="mt-8 flex flex-col gap-4">
          {waiting.slice(0, 20).map((row) => (
            <li key={row.seq} className="flex flex-wrap items-center gap-8">
              <span>
                {nameOf(row)} ({words[row.op.what]}){row.refusal ? `: ${row.refusal}` : ''}
              </span>
              <Button
                size="tool"
                aria-label={`Discard the change to ${nameOf(row)}`}
                onClick={() => setDiscarding(row)}
              >
                Discard
              </Button>
            </li>
          ))}
        </ul>
        {waiting.length > 20 && <p>And {waiting.length - 20} more.</p>}
      </Notice>
      <Dialog
        open={discarding !== null}
        onClose={() => setDiscarding(null)}
        title="Discard this change?"
        actions={
          <>
            <Button onClick={() => setDiscarding(null)}>Cancel</Button>
            <Button
              variant="danger"
              onClick={() => {
                if (discarding) void savedStore().durable.discard(owner, kind, discarding.id);
                setDiscarding(null);
              }}
            >
              Discard
            </Button>
          </>
        }
      >
        What you changed in “{discarding ? nameOf(discarding) : ''}” on this device and hasn’t been synced
        will be lost.
      </Dialog>
    </>
  );
}
