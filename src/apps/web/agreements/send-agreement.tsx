import { readSavedAnswers } from '#features/documents/rules/answers/saved-answers.ts';
import { useEffect, useMemo, useState } from 'react';
import { useAuth } from '#features/accounts/web/auth-provider.tsx';
import { ChangeScreen } from '#features/agreements/web/send/change-screen.tsx';
import { SendScreen, type ToSend } from '#features/agreements/web/send/send-screen.tsx';
import { BrandingProvider, useBranding } from '#features/branding/web/branding-provider.tsx';
import type { SavedTemplate } from '#features/saved/rules/contract.ts';
import { openTemplate } from '#features/saved/web/templates.ts';
import { useSearchParams } from '#platform/web/router.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Page } from '#ui/page.tsx';
import { useLetterhead } from '../documents/letterhead.tsx';
import { savedPaper } from '../documents/saved-paper.tsx';
import { formalitiesFor, toSend } from '../documents/to-send.ts';

/** A saved document, on its way to those who sign it: where what is saved, how it is drawn and agreements meet. */
export default function SendAgreement() {
  const [search] = useSearchParams();
  const from = search.get('from');
  return (
    <BrandingProvider>
      {from ? (
        <Send key={from} from={from} change={search.get('change')} />
      ) : (
        <Page kind="form" title="Send to sign">
          <EmptyState
            title="Choose a document first"
            action={<ButtonLink href="/dashboard/templates">Saved templates</ButtonLink>}
          >
            Open one of your saved documents, then choose “Send to sign”.
          </EmptyState>
        </Page>
      )}
    </BrandingProvider>
  );
}

interface Found {
  template: SavedTemplate;
  formalities: ToSend['formalities'];
}

/** A document made from answers is changed there, as long as nobody has edited its text since. */
function whereChanged({ id, formData }: SavedTemplate): string {
  const made = readSavedAnswers(formData);
  return made && !made.isEdited
    ? `/tools/classic-template-generator?document=${made.slug}&template=${encodeURIComponent(id)}`
    : `/tools/document-editor?template=${encodeURIComponent(id)}`;
}

/** `change`: the agreement that it takes the place of the text of. */
function Send({ from, change }: { from: string; change: string | null }) {
  const { user } = useAuth();
  const uid = user?.uid;
  const { branding, isSettled } = useBranding();
  const letterhead = useLetterhead(branding);
  const [found, setFound] = useState<Found | 'absent' | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (uid === undefined) return undefined;
    let isHere = true;
    read(uid, from).then(
      (one) => isHere && setFound(one),
      (error: Error) => isHere && setFailed(error.message),
    );
    return () => {
      isHere = false;
    };
  }, [uid, from, tries]);
  const template = found !== 'absent' ? found?.template : undefined;
  const document = useMemo<ToSend | null>(
    () =>
      found && found !== 'absent'
        ? { ...toSend(found.template, letterhead), formalities: found.formalities }
        : null,
    [found, letterhead],
  );
  const editHref = template ? whereChanged(template) : '';
  const name = user?.displayName ?? '';
  const email = user?.email ?? '';
  const you = useMemo(
    () => ({ name, email, company: branding.companyName }),
    [name, email, branding.companyName],
  );
  const paper = template && <savedPaper.Paper template={template} />;
  if (document && template && isSettled && change)
    return <ChangeScreen id={change} document={document} paper={paper} editHref={editHref} />;
  if (document && template && isSettled)
    return <SendScreen document={document} you={you} paper={paper} editHref={editHref} />;
  return (
    <Page kind="form" title="Send to sign" aside={<Skeleton shape="paper" label="Loading the document" />}>
      {found === 'absent' ? (
        <EmptyState
          title="We can’t find this document"
          action={<ButtonLink href="/dashboard/templates">Saved templates</ButtonLink>}
        >
          It may have been deleted, or it belongs to another account.
        </EmptyState>
      ) : failed ? (
        <ErrorState
          title="Couldn’t load the document"
          safe="Your document is saved."
          actions={
            <Button
              onClick={() => {
                setFailed(null);
                setTries(tries + 1);
              }}
            >
              Try again
            </Button>
          }
        >
          {failed}
        </ErrorState>
      ) : (
        <Skeleton shape="form" rows={5} label="Loading the document" />
      )}
    </Page>
  );
}

async function read(uid: string, from: string): Promise<Found | 'absent'> {
  const opened = await openTemplate(uid, from);
  if (!opened) return 'absent';
  const { template } = opened;
  if (template.loadError) throw new Error(template.loadError);
  // A law that can't be read now keeps nobody from sending.
  return { template, formalities: await formalitiesFor(template).catch(() => []) };
}
