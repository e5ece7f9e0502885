import { type ComponentProps, useCallback, useMemo, useSyncExternalStore } from 'react';
import { readIds } from '#features/accounts/rules/user.ts';
import { useAuth } from '#features/accounts/web/auth-provider.tsx';
import { useBranding } from '#features/branding/web/branding-provider.tsx';
import { type Draft, draftKey } from '#features/documents/rules/draft.ts';
import { savedAsKey } from '#features/documents/rules/kept-answers.ts';
import { Generator, type Owned, type ToSave } from '#features/documents/web/generator/generator.tsx';
import type { AnswersShelf } from '#features/documents/web/generator/use-answers.ts';
import { isTemplatePurchased } from '#features/store/rules/owned-templates.ts';
import { loadChunk } from '#platform/web/chunks.ts';
import { usePathExists } from '#platform/web/hub.tsx';
import { useNavigate } from '#platform/web/router.tsx';
import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { whenKnown } from '#platform/web/when-known.ts';
import { toast } from '#ui/toast.tsx';
import { sayRefusal } from './say-refusal.ts';
import { useLetterhead } from './documents/letterhead.tsx';

/** The generator with what other features bring to it: the letterhead, and a place to save. */
export function GeneratorDesk(
  props: Omit<
    ComponentProps<typeof Generator>,
    'letterhead' | 'brandingHref' | 'save' | 'edit' | 'startedOver' | 'shelf' | 'owned'
  >,
) {
  const name = props.keptAs ?? props.detail.entry.slug;
  const { branding } = useBranding();
  const exists = usePathExists();
  // A draft is a thing of this device: only what is saved of it goes elsewhere.
  const shelf = useShelf(props.keptAs === undefined ? name : null);
  const owned = useOwned(props.detail.entry.slug);
  const { save, startedOver } = useSave(name, branding);
  const letterhead = useLetterhead(branding);
  const navigate = useNavigate();
  const edit = ({ name: title, content, ...rest }: ToSave) => {
    const draft: Draft = { ...rest, name: title, html: content };
    if (writeStored(draftKey(name), JSON.stringify(draft)) === 'written')
      navigate(`/tools/document-editor?draft=${name}`);
    else toast.error('This browser keeps nothing, so the text cannot be edited here.');
  };
  return (
    <Generator
      {...props}
      letterhead={letterhead}
      brandingHref={exists('/dashboard') ? '/dashboard#branding' : null}
      save={save}
      edit={edit}
      startedOver={startedOver}
      // To have been handed the text is to have bought it, by an order's link, too.
      owned={owned ?? (props.detail.isPreview ? null : 'browser')}
      shelf={shelf}
    />
  );
}

const never = () => () => undefined;

/** Who knows that a document was bought; nobody, until this is a browser. */
const useOwned = (slug: string): Owned | null => useOwner()(slug);

export function useOwner(): (slug: string) => Owned | null {
  const { user } = useAuth();
  const local = useSyncExternalStore(
    never,
    () => readStored('purchasedTemplates'),
    () => null,
  );
  return useCallback(
    (slug: string) => {
      if (user && !user.isOffline && user.purchasedTemplates.includes(slug)) return 'account';
      const purchases = { ofUser: user?.purchasedTemplates ?? [], ofBrowser: readIds(local) };
      return isTemplatePurchased(slug, purchases) ? 'browser' : null;
    },
    [user, local],
  );
}

/** The answers of a member are kept under the document's name, for their other devices. */
function useShelf(name: string | null): AnswersShelf | null {
  const { ready, user } = useViewer();
  const uid = ready ? user?.uid : undefined;
  return useMemo(() => {
    if (uid === undefined || name === null) return null;
    const records = () => loadChunk(() => import('#features/saved/web/simple-record.ts'));
    return {
      load: async () => {
        const { readSimpleRecord } = await records();
        return readSimpleRecord(name);
      },
      save: async (content) => {
        const { saveSimpleRecord } = await records();
        return saveSimpleRecord(name, { content });
      },
    };
  }, [name, uid]);
}

/** What was saved from these answers, so that saving again changes it: after a reload too, and for its owner only. */
interface SavedAs {
  uid: string;
  id: string;
  on: { rev: string; version: number };
}

function useSave(name: string, branding: unknown) {
  const navigate = useNavigate();
  const key = savedAsKey(name);
  const savedAs = (uid: string): SavedAs | null => {
    try {
      const known = JSON.parse(readStored(key) ?? 'null') as Partial<SavedAs> | null;
      const isWhole = typeof known?.id === 'string' && typeof known.on?.rev === 'string';
      return isWhole && known.uid === uid && Number.isInteger(known.on?.version) ? (known as SavedAs) : null;
    } catch {
      return null;
    }
  };
  const save = async ({ formData, ...document }: ToSave): Promise<void> => {
    const uid = (await whenKnown()).user?.uid;
    if (uid === undefined) {
      const next = window.location.pathname + window.location.search;
      toast.plain('Sign in to save. Your answers stay on this device.', {
        action: { label: 'Sign in', onAct: () => navigate(`/signin?next=${encodeURIComponent(next)}`) },
      });
      return;
    }
    try {
      const { saveTemplate } = await loadChunk(() => import('#features/saved/web/save-template.ts'));
      const before = savedAs(uid);
      const { id, on } = await saveTemplate({
        ...document,
        formData: { ...formData },
        ...(document.isBranded && { branding }),
        ...(before && { id: before.id, on: before.on }),
      });
      writeStored(key, JSON.stringify({ uid, id, on } satisfies SavedAs));
    } catch (error) {
      sayRefusal(error, navigate);
    }
  };
  return { save, startedOver: () => removeStored(key) };
}
