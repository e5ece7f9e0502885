import { type ComponentType, useEffect, useState } from 'react';
import { agreementsPath, sendPath } from '#features/agreements/rules/addresses.ts';
import { BrandingProvider, useBranding } from '#features/branding/web/branding-provider.tsx';
import {
  type Draft,
  draftKey,
  isOvertaken,
  readDraft,
  type Upon,
} from '#features/documents/rules/drafting/draft.ts';
import { asEdited } from '#features/documents/rules/answers/saved-answers.ts';
import { FormerNotice } from '#platform/web/former-notice.tsx';
import { loadChunk, type PageHead } from '#platform/web/chunks.ts';
import { usePathExists } from '#platform/web/hub.tsx';
import { useNavigate, useSearchParams } from '#platform/web/router.tsx';
import { readStored, removeStored } from '#platform/web/storage.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { whenKnown } from '#platform/web/when-known.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState, Notice, Skeleton } from '#ui/feedback.tsx';
import { ToolPage } from '#ui/tool-page.tsx';
import { Link } from '#ui/link.tsx';
import { BesideNotice } from '../documents/beside.tsx';
import { useLetterhead } from '../documents/letterhead.tsx';
import { saving, useReadyToSave } from '../saving.ts';
import { sayRefusal } from '../say-refusal.ts';
import { SavedLine } from '../documents/saved-line.tsx';
import { saySaved } from '../say-saved.ts';
import { signInToSave, useWantedHere } from '../wanted-act.ts';
import type TextEditor from '#features/documents/web/editor/text-editor.tsx';

export const head = (): PageHead => ({
  title: 'Edit the text',
  description: 'Change a document word by word: clauses, numbers, tables, find and replace.',
});

interface Opened {
  draft: Draft;
  /** The account's current version, if it isn't the one that the draft is based on. */
  newer?: { draft: Draft; updatedAt: string };
}

/** A text that was begun here is kept under this name until it is saved. */
const own = 'new';
const blank: Draft = { name: 'Untitled document', html: '', fields: [], formData: {}, isBranded: false };

/** A saved template, the text handed over by the generator, or a page to begin on. */
export default function DocumentEditor() {
  const [search] = useSearchParams();
  const template = search.get('template');
  const id = template ?? search.get('draft') ?? own;
  return (
    <BrandingProvider>
      <EditorOf key={id} id={id} template={template} />
    </BrandingProvider>
  );
}

function EditorOf({ id, template }: { id: string; template: string | null }) {
  const { user, ready } = useViewer();
  const uid = user?.uid ?? null;
  const { branding } = useBranding();
  const letterhead = useLetterhead(branding);
  const [Editor, setEditor] = useState<ComponentType<Parameters<typeof TextEditor>[0]> | null>(null);
  const [opened, setOpened] = useState<Opened | 'absent' | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const { save, send, saved } = useSave(branding, template, id === own);
  const wantedSave = useWantedHere('save');
  const wantedSend = useWantedHere('send');
  const exists = usePathExists();

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

  if (opened && opened !== 'absent' && opened.newer)
    return <Choice {...opened} newer={opened.newer} onChosen={(draft) => setOpened({ draft })} />;
  if (Editor && opened && opened !== 'absent')
    return (
      <Editor
        id={id}
        draft={opened.draft}
        letterhead={letterhead}
        save={save}
        wantedSave={wantedSave}
        send={exists(agreementsPath) ? send : undefined}
        wantedSend={wantedSend}
        isNew={id === own}
        above={
          <>
            {saved && <SavedLine {...saved} />}
            {template !== null && <BesideNotice id={template} />}
          </>
        }
      />
    );
  return (
    <ToolPage title="Edit the text">
      {opened === 'absent' && <FormerNotice of={draftKey(id)} what="this text" />}
      {failed || opened === 'absent' ? (
        <EmptyState
          title={failed ?? 'No text yet'}
          action={<Link href="/tools/classic-template-generator">Choose a document</Link>}
        >
          Create a document first, then choose “Edit the text”.
        </EmptyState>
      ) : (
        <Skeleton shape="paper" label="Opening the text" />
      )}
    </ToolPage>
  );
}

/** Two versions of one document: what was typed here and not saved, and what another device has saved since. */
function Choice({ draft, newer, onChosen }: Required<Opened> & { onChosen: (draft: Draft) => void }) {
  const when = (at: number) =>
    new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <ToolPage title={draft.name}>
      <div className="mx-auto max-w-measure">
        <Notice
          kind="warn"
          title="There are two versions of this document"
          actions={
            <>
              <Button variant="primary" onClick={() => onChosen(newer.draft)}>
                Open the saved version
              </Button>
              <Button
                onClick={() => onChosen({ ...draft, name: `${draft.name} (this device)`, isCopy: true })}
              >
                Open this device’s version
              </Button>
            </>
          }
        >
          <p>Saved on another device: {when(Date.parse(newer.updatedAt))}.</p>
          <p>
            {draft.at === undefined ? 'Typed here earlier' : `Typed here: ${when(draft.at)}`}, not saved. You
            can open it as a separate document. If you edit the saved version, this one is lost.
          </p>
        </Notice>
      </div>
    </ToolPage>
  );
}

/** Unsaved local edits take precedence over the saved text they are based on. */
async function open(id: string, template: string | null, uid: string | null): Promise<Opened | null> {
  const kept = readDraft(readStored(draftKey(id)));
  if (template === null || uid === null) return kept ? { draft: kept } : id === own ? { draft: blank } : null;
  const { openTemplate } = await loadChunk(() => import('#features/saved/web/templates.ts'));
  const found = await openTemplate(uid, template).catch((error: unknown) => {
    if (kept) return null;
    throw error;
  });
  if (!found) return kept && { draft: kept };
  const { name, content, fields, formData, isBranded, loadError, updatedAt } = found.template;
  if (loadError && !kept) throw new Error(loadError);
  const on = found.on ?? undefined;
  const saved: Draft = { name, html: content, fields, formData, isBranded, ...(on && { on }) };
  if (!kept || kept.html === content) return { draft: saved };
  if (kept.isCopy || !isOvertaken(kept, { on: found.on, updatedAt })) return { draft: { ...saved, ...kept } };
  return { draft: kept, newer: { draft: saved, updatedAt } };
}

interface Save {
  save(draft: Draft): Promise<Upon | undefined>;
  send(draft: Draft): Promise<void>;
  /** The last time, in this visit. */
  saved: { id: string; at: number } | null;
}

function useSave(branding: object, template: string | null, isOwn: boolean): Save {
  const navigate = useNavigate();
  useReadyToSave();
  const [saved, setSaved] = useState<{ id: string; on: Upon | undefined; at: number } | null>(null);
  const saveAs = async (
    { name, html, fields, formData, isBranded, isCopy, on }: Draft,
    act: 'save' | 'send',
  ): Promise<{ id: string; on: Upon | undefined } | null> => {
    if (!(await whenKnown()).user) {
      signInToSave('text is', navigate, act);
      return null;
    }
    const { saveTemplate, RefusedSave } = await saving();
    try {
      const id = saved?.id ?? (isCopy ? undefined : (template ?? undefined));
      const upon = saved?.on ?? (isCopy ? undefined : on);
      const done = await saveTemplate({
        name,
        content: html,
        fields,
        formData: { ...asEdited(formData) },
        isBranded,
        ...(isBranded && { branding }),
        ...(id && { id }),
        ...(upon && { on: upon }),
      });
      setSaved({ id: done.id, on: done.on, at: Date.now() });
      if (act === 'save') saySaved(done, navigate);
      // Once saved, it is no longer a draft; the next keystroke starts one again.
      if (template !== null || isOwn) removeStored(draftKey(template ?? own));
      const beside = done.did === 'copied' && id ? `&beside=${encodeURIComponent(id)}` : '';
      if (done.id !== template && (isCopy || isOwn || template !== null))
        navigate(`/tools/document-editor?template=${encodeURIComponent(done.id)}${beside}`, {
          replace: true,
        });
      return done;
    } catch (error) {
      sayRefusal(error, navigate);
      // Saved on this device anyway: the next save updates it.
      if (!(error instanceof RefusedSave)) return null;
      setSaved({ ...error.kept, at: Date.now() });
      return error.kept;
    }
  };
  return {
    save: async (draft) => (await saveAs(draft, 'save'))?.on,
    async send(draft) {
      const done = await saveAs(draft, 'send');
      if (done) navigate(sendPath(done.id));
    },
    saved,
  };
}
