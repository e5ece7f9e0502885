import { type ComponentType, useEffect, useState } from 'react';
import { BrandingProvider, useBranding } from '#features/branding/web/branding-provider.tsx';
import { type Draft, draftKey, readDraft } from '#features/documents/rules/draft.ts';
import { loadChunk, type PageHead } from '#platform/web/chunks.ts';
import { useNavigate, useSearchParams } from '#platform/web/router.tsx';
import { readStored, removeStored } from '#platform/web/storage.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { ToolPage } from '#ui/page.tsx';
import { Link } from '#ui/link.tsx';
import { toast } from '#ui/toast.tsx';
import { useLetterhead } from '../documents/letterhead.tsx';
import type TextEditor from '#features/documents/web/editor/text-editor.tsx';

export const head = (): PageHead => ({
  title: 'Edit the text',
  description: 'Change a document word by word: clauses, numbers, tables, find and replace.',
});

type Upon = { rev: string; version: number } | undefined;
interface Opened {
  draft: Draft;
  on: Upon;
}

/** A saved template, or the text that the generator handed over. */
export default function DocumentEditor() {
  const [search] = useSearchParams();
  const template = search.get('template');
  const id = template ?? search.get('draft') ?? '';
  return (
    <BrandingProvider>
      <Desk key={id} id={id} template={template} />
    </BrandingProvider>
  );
}

function Desk({ id, template }: { id: string; template: string | null }) {
  const { user, ready } = useViewer();
  const uid = user?.uid ?? null;
  const { branding } = useBranding();
  const letterhead = useLetterhead(branding);
  const [Editor, setEditor] = useState<ComponentType<Parameters<typeof TextEditor>[0]> | null>(null);
  const [opened, setOpened] = useState<Opened | 'absent' | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const save = useSave(branding, template, opened === 'absent' ? undefined : opened?.on);

  useEffect(() => {
    loadChunk(() => import('#features/documents/web/editor/text-editor.tsx')).then(
      (module) => setEditor(() => module.default),
      (error: Error) => setFailed(error.message),
    );
  }, []);
  useEffect(() => {
    if (!ready) return undefined;
    let isHere = true;
    open(id, template, uid).then(
      (found) => isHere && setOpened((before) => before ?? found ?? 'absent'),
      (error: Error) => isHere && setFailed(error.message),
    );
    return () => {
      isHere = false;
    };
  }, [id, template, uid, ready]);

  if (Editor && opened && opened !== 'absent')
    return <Editor id={id} draft={opened.draft} letterhead={letterhead} save={save} />;
  return (
    <ToolPage title="Edit the text">
      {failed || opened === 'absent' ? (
        <EmptyState
          title={failed ?? 'There is no text here yet'}
          action={<Link href="/tools/classic-template-generator">Choose a document</Link>}
        >
          Make a document first, then choose “Edit the text”.
        </EmptyState>
      ) : (
        <Skeleton shape="paper" label="Opening the text" />
      )}
    </ToolPage>
  );
}

/** What was typed here and not saved yet comes before what was saved. */
async function open(id: string, template: string | null, uid: string | null): Promise<Opened | null> {
  const kept = readDraft(readStored(draftKey(id)));
  if (template === null || uid === null) return kept && { draft: kept, on: undefined };
  const { openTemplate } = await loadChunk(() => import('#features/saved/web/templates.ts'));
  const found = await openTemplate(uid, template).catch((error: unknown) => {
    if (kept) return null;
    throw error;
  });
  if (!found) return kept && { draft: kept, on: undefined };
  const { name, content, fields, formData, isBranded, loadError } = found.template;
  if (loadError && !kept) throw new Error(loadError);
  return { draft: kept ?? { name, html: content, fields, formData, isBranded }, on: found.on ?? undefined };
}

function useSave(branding: object, template: string | null, on: Upon): (draft: Draft) => Promise<void> {
  const navigate = useNavigate();
  const { user } = useViewer();
  const [saved, setSaved] = useState<{ id: string; on: Upon } | null>(null);
  return async ({ name, html, fields, formData, isBranded }) => {
    if (!user) {
      const next = window.location.pathname + window.location.search;
      toast.plain('Sign in to save. Your text stays on this device.', {
        action: { label: 'Sign in', onAct: () => navigate(`/signin?next=${encodeURIComponent(next)}`) },
      });
      return;
    }
    try {
      const { saveTemplate } = await loadChunk(() => import('#features/saved/web/save-template.ts'));
      const id = saved?.id ?? template ?? undefined;
      const upon = saved?.on ?? on;
      const done = await saveTemplate({
        name,
        content: html,
        fields,
        formData: { ...formData },
        isBranded,
        ...(isBranded && { branding }),
        ...(id && { id }),
        ...(upon && { on: upon }),
      });
      setSaved({ id: done.id, on: done.on });
      // What is saved is no draft any more; the next key makes one again.
      if (template !== null) removeStored(draftKey(template));
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
}
