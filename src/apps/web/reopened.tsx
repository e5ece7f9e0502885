import { useEffect, useState } from 'react';
import { signInPath } from '#features/accounts/rules/return-path.ts';
import type { DocumentDetail } from '#features/documents/rules/contract.ts';
import { answersKey } from '#features/documents/rules/answers/kept-answers.ts';
import { readSavedAnswers, type SavedAnswers } from '#features/documents/rules/answers/saved-answers.ts';
import { withSections } from '#features/documents/rules/template/sections.ts';
import { loadChunk } from '#platform/web/chunks.ts';
import { readStored, writeStored } from '#platform/web/storage.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState, Notice, Skeleton } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';
import { ToolPage } from '#ui/tool-page.tsx';
import { BesideNotice } from './documents/beside.tsx';
import { ConnectedGenerator } from './connected-generator.tsx';
import { placeOfSaved } from './say-saved.ts';
import { dropUnsaved, forgetSavedAs, keepSavedAs, nameOfSaved, withUnsaved } from './saved-answers.ts';

interface Reopened extends SavedAnswers {
  title: string;
  /** Answers changed on this device after saving take precedence. */
  isUnsaved: boolean;
}

/** A saved document as the answers it was created from: saving from here updates it. */
export function ReopenedDesk({ detail, id }: { detail: DocumentDetail; id: string }) {
  const { user, ready } = useViewer();
  const uid = user?.uid;
  const name = nameOfSaved(id);
  const [opened, setOpened] = useState<Reopened | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (uid === undefined) return undefined;
    let isHere = true;
    open(uid, id).then(
      (found) => isHere && setOpened(found),
      (error: Error) => isHere && setFailed(error.message),
    );
    return () => {
      isHere = false;
    };
  }, [uid, id, round]);

  if (opened) {
    const template = withSections(detail.template, opened.sections);
    const useSaved = () => {
      dropUnsaved(id);
      setOpened(null);
      setRound(round + 1);
    };
    return (
      <ConnectedGenerator
        key={round}
        detail={{ ...detail, template }}
        keptAs={name}
        sections={opened.sections}
        above={
          <>
            <BesideNotice key={id} id={id} />
            <Origin {...opened} id={id} onUseSaved={useSaved} />
          </>
        }
      />
    );
  }
  const isStranger = ready && !user;
  const here = `/tools/classic-template-generator?document=${detail.entry.slug}&template=${id}`;
  return (
    <ToolPage title={detail.entry.title}>
      {failed !== null || isStranger ? (
        <EmptyState
          title={failed ?? 'Sign in to open your saved document'}
          action={
            isStranger ? (
              <ButtonLink variant="primary" href={signInPath(here)}>
                Sign in
              </ButtonLink>
            ) : (
              <ButtonLink href="/dashboard/templates">Saved templates</ButtonLink>
            )
          }
        >
          Saved templates are in your dashboard.
        </EmptyState>
      ) : (
        <Skeleton shape="paper" label="Opening the answers" />
      )}
    </ToolPage>
  );
}

async function open(uid: string, id: string): Promise<Reopened> {
  const { openTemplate } = await loadChunk(() => import('#features/saved/web/templates.ts'));
  const found = await openTemplate(uid, id);
  if (!found) throw new Error('This document no longer exists. It may have been deleted on another device.');
  const saved = readSavedAnswers(found.template.formData);
  if (!saved) throw new Error('This template wasn’t created from answers.');
  const name = nameOfSaved(id);
  const isUnsaved = withUnsaved(uid, id, saved.answers);
  // A text that was edited by hand isn't replaced by a regenerated one: both are shown.
  if (saved.isEdited) forgetSavedAs(name);
  else keepSavedAs(name, { uid, id, on: found.on ?? { rev: '', version: 0 } });
  return { ...saved, isUnsaved, title: found.template.name };
}

function Origin({
  slug,
  id,
  title,
  isEdited,
  isUnsaved,
  onUseSaved,
}: Reopened & { id: string; onUseSaved: () => void }) {
  const navigate = useNavigate();
  const begin = () => {
    const answers = readStored(answersKey(nameOfSaved(id)));
    if (answers !== null) writeStored(answersKey(slug), answers, 'session');
    navigate(`/tools/classic-template-generator?document=${slug}`);
  };
  return (
    <div className="mx-auto mb-16 flex max-w-measure flex-col gap-16">
      {isUnsaved && (
        <Notice
          still
          title="You have unsaved changes to these answers"
          actions={<Button onClick={onUseSaved}>Use the saved answers</Button>}
        />
      )}
      {isEdited ? (
        <Notice
          still
          title="Its text was edited"
          actions={<ButtonLink href={`/tools/document-editor?template=${id}`}>Edit that text</ButtonLink>}
        >
          These answers create the document again, without those edits. Saving adds a second document.
        </Notice>
      ) : (
        <Notice
          still
          title={`You are editing “${title}”`}
          actions={<Button onClick={begin}>New document with these answers</Button>}
        >
          It is in your <Link href={placeOfSaved(id)}>saved templates</Link>. Saving changes this document.
        </Notice>
      )}
    </div>
  );
}
