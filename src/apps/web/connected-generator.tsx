import { type ComponentProps, useCallback, useState, useSyncExternalStore } from 'react';
import { digest } from '#base/digest.ts';
import { agreementsPath, sendPath } from '#features/agreements/rules/addresses.ts';
import { readIds } from '#features/accounts/rules/user.ts';
import { useAuth } from '#features/accounts/web/auth-provider.tsx';
import { useBranding } from '#features/branding/web/branding-provider.tsx';
import { type Draft, draftKey, readDraft } from '#features/documents/rules/drafting/draft.ts';
import { answersKey } from '#features/documents/rules/answers/kept-answers.ts';
import { readSavedAnswers } from '#features/documents/rules/answers/saved-answers.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { Generator } from '#features/documents/web/generator/generator.tsx';
import type { Owned, ToSave } from '#features/documents/web/generator/result.ts';
import type { SaveResult } from '#features/saved/web/save-template.ts';
import { isTemplatePurchased } from '#features/store/rules/owned-templates.ts';
import { madeOutOf } from '#platform/web/earlier.ts';
import { setAside } from '#platform/web/former.ts';
import { usePathExists } from '#platform/web/hub.tsx';
import { presentOwner } from '#platform/web/owner.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { readStored, writeStored } from '#platform/web/storage.ts';
import { whenKnown } from '#platform/web/when-known.ts';
import { toast } from '#ui/toast.tsx';
import { useAnswersAccount } from './answers-account.ts';
import { forgetSavedAs, keepSavedAs, nameOfSaved, nowSaved, readSavedAs } from './saved-answers.ts';
import { saving, useReadyToSave } from './saving.ts';
import { sayRefusal } from './say-refusal.ts';
import { saySaved } from './say-saved.ts';
import { signInToSave, useWantedHere } from './wanted-act.ts';
import { useLetterhead } from './documents/letterhead.tsx';
import { SavedLine } from './documents/saved-line.tsx';

/** The generator connected to other features: the letterhead, and saving. */
export function ConnectedGenerator(
  props: Omit<
    ComponentProps<typeof Generator>,
    | 'letterhead'
    | 'brandingHref'
    | 'save'
    | 'wantedSave'
    | 'send'
    | 'wantedSend'
    | 'edit'
    | 'startedOver'
    | 'remote'
    | 'owned'
  >,
) {
  const name = props.keptAs ?? props.detail.entry.slug;
  const { branding } = useBranding();
  const exists = usePathExists();
  // A draft belongs to this device: only what is saved of it goes elsewhere.
  const remote = useAnswersAccount(name, props.keptAs !== undefined);
  const owned = useOwned(props.detail.entry.slug);
  const { save, send, saved, startedOver } = useSave(
    name,
    props.keptAs === undefined,
    props.detail.entry.slug,
    branding,
  );
  const letterhead = useLetterhead(branding);
  const navigate = useNavigate();
  const edit = ({ name: title, content, ...rest }: ToSave) => {
    const draft: Draft = { ...rest, name: title, html: content };
    const key = draftKey(name);
    const before = readStored(key);
    const typed = readDraft(before);
    // A text that was edited by hand gives way to the new one and can be restored.
    const makesWay =
      before === null || typed?.at === undefined || typed.html === content || setAside(key, before);
    if (makesWay && writeStored(key, JSON.stringify(draft)) === 'written') {
      // What was found here and couldn't be set aside still belongs to someone else.
      madeOutOf(key, answersKey(name));
      navigate(`/tools/document-editor?draft=${name}`);
    } else toast.error('This browser doesn’t save data for this site, so you can’t edit the text here.');
  };
  return (
    <Generator
      {...props}
      above={
        <>
          {saved && <SavedLine {...saved} />}
          {props.above}
        </>
      }
      letterhead={letterhead}
      brandingHref={exists('/dashboard/branding') ? '/dashboard/branding' : null}
      save={save}
      wantedSave={useWantedHere('save')}
      {...(exists(agreementsPath) && { send })}
      wantedSend={useWantedHere('send')}
      edit={edit}
      startedOver={startedOver}
      // Whoever was given the full text has bought it, through an order's link, too.
      owned={owned ?? (props.detail.isPreview ? null : 'browser')}
      remote={remote}
    />
  );
}

const never = () => () => undefined;

/** Knows whether a document was bought; null on the server. */
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

type Save = ComponentProps<typeof Generator>['save'];
/** The id it is saved under; null where it isn't. */
type SaveAs = (...args: [...Parameters<Save>, to?: 'send']) => Promise<string | null>;

function useSave(name: string, isForm: boolean, slug: string, branding: unknown) {
  const navigate = useNavigate();
  useReadyToSave();
  const [saved, setSaved] = useState<{ id: string; at: number } | null>(null);
  const settle = (
    uid: string,
    { id, on }: Pick<SaveResult, 'id' | 'on'>,
    formData: Answers,
    given: (withOthers: boolean) => void,
    beside?: string,
  ): void => {
    // Someone else is here by now: what is stored under these names is theirs.
    if (presentOwner() !== uid) return;
    setSaved({ id, at: Date.now() });
    const isItsOwn = name === nameOfSaved(id);
    const isDraft = !isForm && !name.startsWith(nameOfSaved(''));
    const answers = readSavedAnswers(formData)?.answers ?? formData;
    const withOthers = nowSaved(uid, id, answers, isItsOwn ? null : name);
    keepSavedAs(nameOfSaved(id), { uid, id, on });
    // A draft of the AI generator stays where it is: saving it again updates its document.
    if (isDraft) keepSavedAs(name, { uid, id, on });
    if (isDraft || isItsOwn) return;
    forgetSavedAs(name);
    if (isForm) given(withOthers);
    const other = beside === undefined ? '' : `&beside=${encodeURIComponent(beside)}`;
    const address = `/tools/classic-template-generator?document=${slug}&template=${encodeURIComponent(id)}`;
    navigate(address + other, { replace: true });
  };
  const saveAs: SaveAs = async ({ formData, name: title, ...document }, given, to) => {
    const uid = (await whenKnown()).user?.uid;
    if (uid === undefined) {
      signInToSave('answers are', navigate, to);
      return null;
    }
    // The form in the catalog starts a new document each time: nothing saved from it earlier is touched. Only if
    // the page was left while these very answers were being saved does it continue with that document.
    const began = digest(JSON.stringify(formData));
    const known = readSavedAs(name, uid);
    const before = isForm && known?.began !== began ? null : known;
    const { saveTemplate, RefusedSave } = await saving();
    try {
      const done = await saveTemplate({
        ...document,
        // A saved document keeps the name it has in the list.
        ...((!before || isForm) && { name: title }),
        nameIfNew: title,
        ...(isForm && { begins: (as) => keepSavedAs(name, { uid, ...as, began }) }),
        formData: { ...formData },
        ...(document.isBranded && { branding }),
        ...(before && { id: before.id, on: before.on, isAgain: isForm }),
      });
      if (to === undefined) saySaved(done, navigate);
      settle(uid, done, formData, given, done.did === 'copied' ? before?.id : undefined);
      return done.id;
    } catch (error) {
      sayRefusal(error, navigate);
      // Saved on this device anyway: the next save updates it.
      if (!(error instanceof RefusedSave)) return null;
      settle(uid, error.kept, formData, given);
      return error.kept.id;
    }
  };
  const save: Save = async (document, given) => void (await saveAs(document, given));
  const send: Save = async (document, given) => {
    const id = await saveAs(document, given, 'send');
    if (id !== null) navigate(sendPath(id));
  };
  return { save, send, saved, startedOver: () => forgetSavedAs(name) };
}
