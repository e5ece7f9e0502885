import type { SavedHead } from '#features/saved/rules/contract.ts';
import { loadChunk } from '#platform/web/chunks.ts';
import { reportError } from '#platform/web/reporting.ts';
import { getViewer, onlineMember } from '#platform/web/viewer.ts';
import { toast } from '#ui/toast.tsx';

/** Of what was sent from the queue, perhaps long after it was typed: where a page has it open, that page shows both. */
function sayCopied(from: string, to: string): void {
  if (window.location.search.includes(`template=${encodeURIComponent(from)}`)) return;
  const both = `/tools/document-editor?template=${encodeURIComponent(to)}&beside=${encodeURIComponent(from)}`;
  toast.warning('A document was changed on two devices. Both versions are in your saved templates.', {
    action: { label: 'Compare', onAct: () => window.location.assign(both) },
  });
}

/** Put in the bin on one device and saved on another: the later act stands, and is said with the way back. */
function sayBack(head: SavedHead): void {
  const uid = onlineMember();
  toast.warning(`“${head.name}” was in the bin. Saving it brought it back to your saved templates.`, {
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

/** What a saved document took out of a form, and the account has not heard of yet. */
function tellGiven(): void {
  const { ready, mode, user, isEnded } = getViewer();
  if (!ready || mode !== 'online' || !user || user.isOffline || isEnded) return;
  Promise.all([
    loadChunk(() => import('#features/documents/web/given.ts')),
    loadChunk(() => import('./answers-shelf.ts')),
  ])
    .then(([given, { shelfOf }]) => given.tellGiven(user.uid, (name) => shelfOf(user.uid, name)))
    // Again when there is a line, or on the next page.
    .catch(() => {});
}

export function startForMembers(): void {
  tellGiven();
  window.addEventListener('online', tellGiven);
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
    ({ funnelStore }) => void funnelStore(),
    reportError,
  );
}
