import { type ReactNode, useDeferredValue, useRef, useState } from 'react';
import type { DocumentDetail } from '#features/documents/rules/contract.ts';
import { documentName } from '#features/documents/rules/assembly/document-name.ts';
import { answersKey } from '#features/documents/rules/answers/kept-answers.ts';
import { assumedWords } from '#features/documents/rules/answers/assumed.ts';
import { type Finding, formalitiesOf } from '#features/documents/rules/answers/review.ts';
import type { Section } from '#features/documents/rules/template/sections.ts';
import { allFields } from '#features/documents/rules/template/template.ts';
import { useHub } from '#platform/web/hub.tsx';
import { Switch } from '#ui/choice.tsx';
import { Link } from '#ui/link.tsx';
import { ToolPage } from '#ui/tool-page.tsx';
import { Paper } from '#ui/paper.tsx';
import { Advice } from '../advice.tsx';
import { DocView } from '../doc-view.tsx';
import { EarlierNotice } from '#platform/web/earlier-notice.tsx';
import { FormerNotice } from '#platform/web/former-notice.tsx';
import { LazyHelp } from '../help/lazy-help.tsx';
import { TakingNotice } from '../taking.tsx';
import { useWantedSave, type WantedSave } from '../wanted-save.ts';
import { AssumedTerms } from './assumed-terms.tsx';
import { BlanksLeft, Gate, leftWords, StartOver } from './dialogs.tsx';
import { GeneratorBar, stateOf } from './bar.tsx';
import { BeforeSigning } from './before-signing.tsx';
import { type Export, useExports } from './exports.ts';
import { Foot, type View } from './foot.tsx';
import { Interview } from './interview.tsx';
import { Ready } from './ready.tsx';
import { type Letterhead, type Owned, type ToSave, toSave } from './result.ts';
import { NotHandedOver, PriceNotice, SaleDialog } from './sale.tsx';
import type { AnswersAccount } from './answers-sync.ts';
import { OtherAnswers } from './other-answers.tsx';
import { type Interview as Interviewed, useAnswers } from './use-answers.ts';
import { useMade } from './use-made.ts';
import { usePreview } from './use-preview.ts';
import { useSteps } from './use-steps.ts';

interface GeneratorProps {
  /** `isComing`: the rest of its text is on its way. */
  detail: DocumentDetail & { isComing?: boolean };
  letterhead: Letterhead | null;
  /** Where a branding is made, when there is none yet. */
  brandingHref: string | null;
  /** `given`: called when the answers are those of a saved document, and before its own page opens. */
  save: (document: ToSave, given: Interviewed['give']) => Promise<void>;
  wantedSave: WantedSave;
  /** The same, then on to sending it; absent where nobody can send. */
  send?: (document: ToSave, given: Interviewed['give']) => Promise<void>;
  wantedSend?: WantedSave;
  /**
   * Whose a document that costs something is: the account's, which the hub knows of, or only this browser's. Null: it is
   * still to be bought.
   */
  owned: Owned | null;
  /** The answers are gone: what is saved next is another document. */
  startedOver: () => void;
  /** Where answers follow a person to; null while nobody is known. */
  remote: AnswersAccount | null;
  /** The name the answers are kept under on the device; the document's own unless said. */
  keptAs?: string;
  /** Clauses that are in this copy only; the template holds them already. */
  sections?: readonly Section[];
  /** Stands above the page. */
  above?: ReactNode;
  /** Stands beside the page: help that may also change clauses. Left out, help is there for the asking. */
  beside?: (state: Interviewed, findings: Finding[], goTo: (field: string) => void) => ReactNode;
  /** Goes on with the text itself; absent where there is no editor. */
  edit?: (document: ToSave) => void;
}

const loadHelp = () => import('../help/generator-help.tsx');

/** Questions on one side, the document they make on the other. */
export function Generator({
  detail: { entry, template, offer, bundles, isPreview, isComing },
  owned,
  letterhead,
  brandingHref,
  save,
  wantedSave,
  send,
  wantedSend = null,
  startedOver,
  remote,
  keptAs,
  edit,
  sections = [],
  above,
  beside,
}: GeneratorProps) {
  const state = useAnswers(template, remote, keptAs);
  const { language } = useHub().site;
  const [isBranded, setBranded] = useState(true);
  const [gate, setGate] = useState<Export | null>(null);
  const [isAskedToBuy, setAskedToBuy] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [saysMissing, setSaysMissing] = useState(false);
  const [wanted, setWanted] = useState<{ field: string } | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isHelping, setHelping] = useState(false);
  // A draft was made to be read first.
  const [view, setView] = useState<View>(beside ? 'canvas' : 'rail');
  // A whole sheet takes a while to draw: the switch has answered by then.
  const drawn = useDeferredValue(view);

  const { answers, date, locale = language } = state;
  const { doc, findings, assumed, mark } = useMade(template, answers, date, locale);
  const sheet = useRef<HTMLDivElement>(null);
  const goTo = (field: string) => {
    setView('rail');
    setWanted({ field });
  };
  const preview = usePreview(doc, state.changed, sheet, goTo);
  const steps = useSteps(template, state, wanted);
  const brand = isBranded ? letterhead : null;
  const isForSale = entry.price > 0 && owned === null;
  // What was saved must not be replaced by the beginning of it.
  const hasOnlyBeginning = isPreview === true && !isForSale;
  const made = { answers, date, locale };
  const exports = useExports({ entry, template, doc, state: made, sections, brand, owned });
  const { taking, exportAs } = exports;
  const ifTheirs = (act: () => void) => (isForSale ? setAskedToBuy(true) : act());
  const keepIfTheirs = (how = save) => ifTheirs(() => void keep(how));
  const want = (what: Export) => {
    setSaysMissing(true);
    if (findings.length > 0) setGate(what);
    else exportAs(what);
  };

  const result = (reasons = false): ToSave =>
    toSave({ entry, template, state: made, sections, brand, reasons });
  const keep = async (how = save) => {
    setSaving(true);
    await how(result(), state.give).finally(() => setSaving(false));
  };

  useWantedSave(wantedSave, date !== '' && !hasOnlyBeginning, () => keepIfTheirs());
  useWantedSave(wantedSend, date !== '' && !hasOnlyBeginning, () => keepIfTheirs(send));

  const labelOf = (field: string) => allFields(template).find(({ name }) => name === field)?.label ?? field;
  const help = beside
    ? beside(state, findings, goTo)
    : isHelping && <LazyHelp load={loadHelp} props={{ template, state, findings, onGoTo: goTo }} />;

  const look = letterhead ? (
    <Switch label="Branding" checked={isBranded} onChange={({ target }) => setBranded(target.checked)} />
  ) : (
    brandingHref && <Link href={brandingHref}>Add your branding</Link>
  );
  const bar = (
    <GeneratorBar
      look={look}
      state={stateOf(state)}
      isHelping={isHelping}
      canEdit={!hasOnlyBeginning}
      isSaving={isSaving}
      isTaking={taking.busy === 'pdf'}
      edit={edit && (() => ifTheirs(() => edit(result(true))))}
      help={
        beside
          ? undefined
          : () => {
              setHelping(!isHelping);
              setView(isHelping ? 'rail' : 'inspector');
            }
      }
      take={(what) => ifTheirs(() => want(what))}
      save={() => keepIfTheirs()}
      startOver={() => setLeaving(true)}
    />
  );

  return (
    <ToolPage
      title={entry.title}
      bar={bar}
      railLabel="Questions"
      wideRail
      inspectorLabel="Help with the text"
      inspector={help}
      view={view === 'canvas' ? drawn : view}
      foot={
        <Foot
          view={view}
          onView={setView}
          hasHelp={Boolean(help)}
          steps={steps}
          left={findings.length === 0 ? 'No blanks left' : leftWords(findings)}
          busy={taking.busy === 'pdf'}
          onDownload={() => ifTheirs(() => want('pdf'))}
        />
      }
      rail={
        <>
          {hasOnlyBeginning && !isComing && (
            <div className="mb-16">
              <NotHandedOver />
            </div>
          )}
          {isForSale && (
            <div className="mb-16">
              <PriceNotice entry={entry} offer={offer} />
            </div>
          )}
          <OtherAnswers template={template} others={state.others} onDecide={state.decide} />
          <Interview
            template={template}
            state={state}
            findings={findings}
            assumed={assumed}
            saysMissing={saysMissing}
            brand={letterhead?.words ?? null}
            steps={steps}
            end={
              <Ready
                entry={entry}
                bundles={bundles}
                answers={answers}
                name={documentName(entry.title, template, answers)}
                doc={doc}
                brand={brand}
                findings={findings}
                assumed={assumed}
                labelOf={labelOf}
                exports={exports}
                look={look}
                take={(what) => ifTheirs(() => exportAs(what))}
                save={() => keepIfTheirs()}
                send={send && (() => keepIfTheirs(send))}
                isSaving={isSaving}
                canSave={!hasOnlyBeginning}
                goTo={goTo}
              />
            }
          />
          <BeforeSigning of={formalitiesOf(template, answers, date)} doc={doc} />
        </>
      }
    >
      <EarlierNotice of={answersKey(keptAs ?? template.slug)} what="These answers were" />
      <FormerNotice of={answersKey(keptAs ?? template.slug)} what="these answers" />
      {above}
      <TakingNotice
        outcome={taking.outcome}
        print={() => exportAs('print')}
        safe="Your answers are still here."
      />
      {beside && <BlanksLeft findings={findings} onPick={goTo} />}
      <div className="ui-tool-work">
        {assumed.length > 0 && (
          <p className="mb-8 text-13 text-muted">
            <span className="ui-pencil">Penciled in</span>: {assumedWords(assumed.length)}, until you say
            otherwise. Click one to change it.
          </p>
        )}
        <Paper label={`Preview of ${entry.title}`} ref={sheet} {...preview.leads}>
          {brand?.header}
          <DocView blocks={preview.blocks} changed={state.changed} fresh={preview.lines} leads mark={mark} />
          {doc.notice !== '' && <p className="font-sans text-13 text-muted">{doc.notice}</p>}
        </Paper>
        <Advice unless={doc.notice} />
      </div>
      <Gate
        labelOf={labelOf}
        findings={gate === null ? null : findings}
        anyway={gate === 'print' ? 'Print anyway' : 'Download anyway'}
        onClose={() => setGate(null)}
        onPick={(field) => {
          setGate(null);
          goTo(field);
        }}
        onAnyway={() => {
          if (gate) exportAs(gate);
          setGate(null);
        }}
      >
        <AssumedTerms
          assumed={assumed}
          onPick={(field) => {
            setGate(null);
            goTo(field);
          }}
        />
      </Gate>
      <SaleDialog open={isAskedToBuy} onClose={() => setAskedToBuy(false)} entry={entry} offer={offer} />
      <StartOver
        open={isLeaving}
        onClose={() => setLeaving(false)}
        onYes={() => {
          setLeaving(false);
          setSaysMissing(false);
          state.startOver();
          startedOver();
        }}
      />
    </ToolPage>
  );
}
