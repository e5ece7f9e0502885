import Download from '#ui/icons/download.ts';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import type { DocumentDetail, PdfRequest } from '#features/documents/rules/contract.ts';
import { documentName } from '#features/documents/rules/assembly/document-name.ts';
import { toHtml } from '#features/documents/rules/formats/html.ts';
import { liftPlaceholders, withPlaceholders } from '#features/documents/rules/answers/interview.ts';
import { answersKey } from '#features/documents/rules/answers/kept-answers.ts';
import { savedAnswers } from '#features/documents/rules/answers/saved-answers.ts';
import { type Finding, formalitiesOf, review } from '#features/documents/rules/answers/review.ts';
import type { Section } from '#features/documents/rules/template/sections.ts';
import { allFields, type BrandWord } from '#features/documents/rules/template/template.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { toMarkdown, toText } from '#features/documents/rules/formats/text.ts';
import { useHub } from '#platform/web/hub.tsx';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/choice.tsx';
import { Link } from '#ui/link.tsx';
import { Menu, MenuDivider, MenuItem } from '#ui/menu.tsx';
import { ToolPage } from '#ui/page.tsx';
import { Paper } from '#ui/paper.tsx';
import { Advice } from '../advice.tsx';
import { DocView } from '../doc-view.tsx';
import { downloadEdited, downloadPdf, handOver } from '../download.ts';
import { EarlierNotice } from '#platform/web/earlier-notice.tsx';
import { FormerNotice } from '#platform/web/former-notice.tsx';
import { LazyHelp } from '../help/lazy-help.tsx';
import { printDocument, wholePage } from '../print.ts';
import { TakingNotice, useTaking } from '../taking.tsx';
import { Gate, StartOver } from './dialogs.tsx';
import { BeforeSigning } from './before-signing.tsx';
import { Interview } from './interview.tsx';
import { NotHandedOver, PriceNotice, SaleDialog } from './sale.tsx';
import type { AnswersAccount } from './answers-sync.ts';
import { OtherAnswers } from './other-answers.tsx';
import { type Interview as Interviewed, useAnswers } from './use-answers.ts';
import { usePreview } from './use-preview.ts';

/** The company's look, as the page that knows it gives it; null where there is none. */
export interface Letterhead {
  words: Readonly<Record<BrandWord, string>>;
  header: ReactNode;
  dress: (html: string) => string;
  /** The branding's words in the placeholders of a text. */
  fill?: (html: string) => string;
  /** The letterhead of a text without any look. */
  plain?: string;
  forPdf: NonNullable<PdfRequest['branding']>;
}

export interface ToSave {
  name: string;
  content: string;
  fields: { name: string; label: string; type: string; placeholder: string }[];
  formData: Answers;
  isBranded: boolean;
}

interface GeneratorProps {
  /** `isComing`: the rest of its text is on its way. */
  detail: DocumentDetail & { isComing?: boolean };
  letterhead: Letterhead | null;
  /** Where a branding is made, when there is none yet. */
  brandingHref: string | null;
  /** `given`: called when the answers are those of a saved document, and before its own page opens. */
  save: (document: ToSave, given: Interviewed['give']) => Promise<void>;
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

export type Owned = 'account' | 'browser';

type Export = 'pdf' | 'here' | 'docx' | 'markdown' | 'html' | 'text' | 'print';

const loadHelp = () => import('../help/generator-help.tsx');

/** Questions on one side, the document they make on the other. */
export function Generator({
  detail: { entry, template, offer, isPreview, isComing },
  owned,
  letterhead,
  brandingHref,
  save,
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

  const { answers, date, locale = language } = state;
  const doc = useMemo(() => assemble(template, answers, { date, locale }), [template, answers, date, locale]);
  const sheet = useRef<HTMLDivElement>(null);
  const preview = usePreview(doc, state.changed, sheet, (field) => setWanted({ field }));
  const findings: Finding[] = review(template, answers, date);
  const brand = isBranded ? letterhead : null;
  const isForSale = entry.price > 0 && owned === null;
  // What was saved must not be replaced by the beginning of it.
  const hasOnlyBeginning = isPreview === true && !isForSale;
  const dress = (html: string) => brand?.dress(html) ?? html;

  const taking = useTaking(doc, brand?.forPdf ?? null);
  const makeFile = (kind: 'pdf' | 'docx') =>
    taking.take(kind, () => {
      const branding = brand && { branding: brand.forPdf };
      // The hub sets what the account owns from its answers; what only this browser knows to be bought, from the text.
      if (entry.price > 0 && owned === 'browser')
        return downloadEdited(kind, { title: doc.title, html: toHtml(doc), ...branding });
      const added = sections.length > 0 && { sections: [...sections] };
      return downloadPdf(entry.slug, { answers, date, locale, ...added, ...branding }, kind);
    });
  const file = (text: string, type: string, ending: string) =>
    handOver(new Blob([text], { type: `${type};charset=utf-8` }), `${entry.slug}.${ending}`);
  const exportAs: Record<Export, () => void> = {
    pdf: () => void makeFile('pdf'),
    here: () => void taking.takeHere(),
    docx: () => void makeFile('docx'),
    markdown: () => file(`${brand?.plain ?? ''}${toMarkdown(doc)}`, 'text/markdown', 'md'),
    html: () => file(wholePage(doc.title, doc.language, dress(toHtml(doc))), 'text/html', 'html'),
    text: () => file(`${brand?.plain ?? ''}${toText(doc)}`, 'text/plain', 'txt'),
    print: () => printDocument(template, answers, dress),
  };
  const ifTheirs = (act: () => void) => (isForSale ? setAskedToBuy(true) : act());
  const want = (what: Export) => {
    setSaysMissing(true);
    if (findings.length > 0) setGate(what);
    else exportAs[what]();
  };

  const result = (reasons = false): ToSave => {
    const saved = brand ? withPlaceholders(template, answers, brand.words) : answers;
    return {
      name: documentName(entry.title, template, answers),
      content: liftPlaceholders(toHtml(assemble(template, saved, { date, locale, reasons }))),
      fields: allFields(template).map(({ name, label, kind, example }) => ({
        name,
        label,
        type: kind.type,
        placeholder: example.slice(0, 600),
      })),
      formData: savedAnswers(entry.slug, answers, sections),
      isBranded: brand !== null,
    };
  };
  const keep = async () => {
    setSaving(true);
    await save(result(), state.give).finally(() => setSaving(false));
  };

  const goTo = (field: string) => setWanted({ field });
  const help = beside
    ? beside(state, findings, goTo)
    : isHelping && <LazyHelp load={loadHelp} props={{ template, state, findings, onGoTo: goTo }} />;

  const bar = (
    <>
      {letterhead ? (
        <Switch label="Branding" checked={isBranded} onChange={({ target }) => setBranded(target.checked)} />
      ) : (
        brandingHref && <Link href={brandingHref}>Add your branding</Link>
      )}
      <Menu label="More" align="end">
        {edit && (
          <MenuItem disabled={hasOnlyBeginning} onAct={() => ifTheirs(() => edit(result(true)))}>
            Edit the text
          </MenuItem>
        )}
        {!beside && (
          <MenuItem onAct={() => setHelping(!isHelping)}>
            {isHelping ? 'Close help' : 'Help with the text'}
          </MenuItem>
        )}
        <MenuItem onAct={() => ifTheirs(() => want('docx'))}>Download for Word</MenuItem>
        <MenuItem onAct={() => ifTheirs(() => want('here'))}>PDF (offline)</MenuItem>
        <MenuItem onAct={() => ifTheirs(() => want('markdown'))}>Download Markdown</MenuItem>
        <MenuItem onAct={() => ifTheirs(() => want('html'))}>Download HTML</MenuItem>
        <MenuItem onAct={() => ifTheirs(() => want('text'))}>Download plain text</MenuItem>
        <MenuItem onAct={() => ifTheirs(() => want('print'))}>Print</MenuItem>
        <MenuDivider />
        <MenuItem onAct={() => setLeaving(true)}>Start over</MenuItem>
      </Menu>
      <Button
        data-save=""
        busy={isSaving && 'Saving'}
        disabled={hasOnlyBeginning}
        onClick={() => ifTheirs(() => void keep())}
      >
        Save
      </Button>
      <Button
        variant="primary"
        icon={Download}
        busy={taking.busy === 'pdf' && 'Preparing PDF…'}
        onClick={() => ifTheirs(() => want('pdf'))}
      >
        Download PDF
      </Button>
    </>
  );

  return (
    <ToolPage
      title={entry.title}
      bar={bar}
      railLabel="Questions"
      wideRail
      inspectorLabel="Help with the text"
      inspector={help}
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
            saysMissing={saysMissing}
            brand={letterhead?.words ?? null}
            wanted={wanted}
          />
          <BeforeSigning of={formalitiesOf(template, answers, date)} doc={doc} />
        </>
      }
    >
      <EarlierNotice of={answersKey(keptAs ?? template.slug)} what="These answers were" />
      <FormerNotice of={answersKey(keptAs ?? template.slug)} what="these answers" />
      {above}
      <TakingNotice outcome={taking.outcome} print={exportAs.print} safe="Your answers are still here." />
      <Paper label={`Preview of ${entry.title}`} ref={sheet} {...preview.leads}>
        {brand?.header}
        <DocView blocks={preview.blocks} changed={state.changed} fresh={preview.lines} leads />
        {doc.notice !== '' && <p className="font-sans text-13 text-muted">{doc.notice}</p>}
      </Paper>
      <Advice unless={doc.notice} />
      <Gate
        labelOf={(field) => allFields(template).find(({ name }) => name === field)?.label ?? field}
        findings={gate === null ? null : findings}
        onClose={() => setGate(null)}
        onPick={(field) => {
          setGate(null);
          setWanted({ field });
        }}
        onAnyway={() => {
          if (gate) exportAs[gate]();
          setGate(null);
        }}
      />
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
