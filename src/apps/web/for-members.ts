import type { FunnelHead } from '#features/funnels/rules/contract.ts';
import type { SavedHead } from '#features/saved/rules/contract.ts';
import { loadChunk } from '#platform/web/chunks.ts';
import { reportError } from '#platform/web/reporting.ts';
import type { Copied } from '#platform/web/store.ts';
import { onlineMember } from '#platform/web/viewer.ts';
import { toast } from '#ui/toast.tsx';

/** Until here, a page that has just saved it shows both versions side by side. */
const saidByPageMs = 3000;

/** Results of queued writes, possibly long after they were typed, whether or not a page still has them open. */
function sayCopied({ from, to, isHere }: Copied): void {
  if (!isHere) return;
  const isOpen = window.location.search.includes(`template=${encodeURIComponent(from)}`);
  setTimeout(() => sayBoth(from, to), isOpen ? saidByPageMs : 0);
}

function sayBoth(from: string, to: string): void {
  if (window.location.search.includes(`beside=${encodeURIComponent(from)}`)) return;
  const both = `/tools/document-editor?template=${encodeURIComponent(to)}&beside=${encodeURIComponent(from)}`;
  toast.warning('A document was changed on two devices. Both versions are in your saved templates.', {
    action: { label: 'Compare', onAct: () => window.location.assign(both) },
  });
}

/** The editor that shows it continues with the copy and says so itself. */
function sayCopiedFunnel({ from, to, head, isHere }: Copied): void {
  const shown = new URLSearchParams(window.location.search).get('id');
  if (!isHere || shown === from || shown === to) return;
  toast.warning(
    `A funnel was changed on two devices. Both are saved: yours is “${(head as FunnelHead).name}”.`,
    {
      action: {
        label: 'Open it',
        onAct: () => window.location.assign(`/tools/funnel-builder?id=${encodeURIComponent(to)}`),
      },
    },
  );
}

/**
 * Moved to the bin on one device and saved on another: the later action wins, and the message offers to undo it.
 */
function sayBack(head: SavedHead): void {
  const uid = onlineMember();
  toast.warning(`“${head.name}” was in the bin. Saving it restored it to your saved templates.`, {
    action: {
      label: 'Move to Bin',
      onAct: () =>
        void loadChunk(() => import('#features/saved/web/actions.ts')).then(
          ({ savedActions }) => (uid === null ? undefined : savedActions(uid, []).remove([head])),
          reportError,
        ),
    },
  });
}

/** Before signing out, on every page, and when the connection is back. */
export async function sendUnsent(): Promise<void> {
  const uid = onlineMember();
  if (uid === null) return;
  const [{ sendAnswers }, { remoteAnswers }] = await Promise.all([
    loadChunk(() => import('#features/documents/web/send-answers.ts')),
    loadChunk(() => import('./answers-account.ts')),
  ]);
  await sendAnswers(uid, (name) => remoteAnswers(uid, name));
}

/** What doesn't get through is sent from the next page. */
const trySending = (): void => void sendUnsent().catch(() => {});

export function startForMembers(): void {
  trySending();
  window.addEventListener('online', trySending);
  loadChunk(() => import('./ahead.ts')).then((ahead) => ahead.startAhead(), reportError);
  loadChunk(() => import('#features/saved/web/store.ts')).then(({ savedStore }) => {
    savedStore().onCopied(sayCopied);
    savedStore().onBack((head) => sayBack(head as SavedHead));
  }, reportError);
  loadChunk(() => import('#features/store/web/account-cart.ts')).then(
    (cart) => cart.startAccountCart(),
    reportError,
  );
  loadChunk(() => import('#features/funnels/web/store.ts')).then(
    ({ funnelStore }) => void funnelStore().onCopied(sayCopiedFunnel),
    reportError,
  );
}
