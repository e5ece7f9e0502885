import Download from '#ui/icons/download.ts';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { type Draft, draftKey, type Upon } from '#features/documents/rules/drafting/draft.ts';
import { fileName } from '#features/documents/rules/formats/file-name.ts';
import { toHtml } from '#features/documents/rules/formats/html.ts';
import { openPlaces } from '#features/documents/rules/assembly/open-places.ts';
import { readHtml } from '#features/documents/rules/formats/read-html.ts';
import { countWords, toMarkdown, toText } from '#features/documents/rules/formats/text.ts';
import { writeStored } from '#platform/web/storage.ts';
import { useWantedSave, type WantedSave } from '../wanted-save.ts';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/choice.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { ToolPage } from '#ui/tool-page.tsx';
import { Paper } from '#ui/paper.tsx';
import { Advice } from '../advice.tsx';
import { MoreLabel } from '../generator/bar.tsx';
import { Gate } from '../generator/dialogs.tsx';
import { downloadEdited, handOver } from '../download.ts';
import type { Letterhead } from '../generator/result.ts';
import { EarlierNotice } from '#platform/web/earlier-notice.tsx';
import { FormerNotice } from '#platform/web/former-notice.tsx';
import { LazyHelp } from '../help/lazy-help.tsx';
import { printHtml, wholePage } from '../print.ts';
import { TakingNotice, useTaking } from '../taking.tsx';
import { AbsentParts } from './absent-parts.tsx';
import './editor.css';
import { FindBar } from './find-bar.tsx';
import { foundIn, lookFor } from './plugins.ts';
import { Outline } from './outline.tsx';
import { StartText } from './start-text.tsx';
import { Toolbar } from './toolbar.tsx';
import { useEditor } from './use-editor.ts';
import { sayWhy, useOrigin } from './use-origin.ts';

interface TextEditorProps {
  id: string;
  draft: Draft;
  letterhead: Letterhead | null;
  /** Says upon what the next change is made. */
  save: (draft: Draft) => Promise<Upon | undefined>;
  wantedSave: WantedSave;
  /** Saves it, and leads to where it is sent to be signed; absent where that can't be done. */
  send?: ((draft: Draft) => Promise<void>) | undefined;
  wantedSend?: WantedSave;
  /** Begun here, and not out of a document. */
  isNew?: boolean;
  /** Stands above the text. */
  above?: ReactNode;
}

/** The text itself, to be changed in every word. What is typed is on the device before the next key. */
export default function TextEditor({
  id,
  draft: first,
  letterhead,
  save,
  wantedSave,
  send,
  wantedSend = null,
  isNew = false,
  above,
}: TextEditorProps) {
  const [draft, setDraft] = useState(first);
  const [isKept, setKept] = useState(true);
  const [isFinding, setFinding] = useState(false);
  const [isHelping, setHelping] = useState(false);
  const [showsWhy, setShowsWhy] = useState(true);
  const [isSaving, setSaving] = useState(false);
  const [gate, setGate] = useState<{ act: () => void; isPrint: boolean } | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const keep = (part: Partial<Draft>) =>
    setDraft((before) => {
      const next = { ...before, ...part, at: Date.now() };
      setKept(writeStored(draftKey(id), JSON.stringify(next)) === 'written');
      return next;
    });
  const { editor, element } = useEditor(first.html, (html) => keep({ html }), setRefused);
  const origin = useOrigin(first.formData);
  useEffect(() => {
    if (editor && origin) sayWhy(editor, origin);
  }, [editor, origin]);

  const saveNow = () => {
    setSaving(true);
    void save(draft)
      .then((on) => on && setDraft((before) => ({ ...before, on })))
      .finally(() => setSaving(false));
  };
  useWantedSave(wantedSave, editor !== null, saveNow);
  const sendNow = () => {
    setSaving(true);
    void send?.(draft).finally(() => setSaving(false));
  };
  useWantedSave(wantedSend, editor !== null, sendNow);
  const saveByKey = useEffectEvent(() => !isSaving && saveNow());
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || !['f', 's'].includes(event.key)) return;
      event.preventDefault();
      if (event.key === 'f') setFinding(true);
      else saveByKey();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);

  const name = draft.name.trim() || 'Document';
  const brand = draft.isBranded ? letterhead : null;
  const filled = brand?.fill ?? ((html: string) => html);
  const doc = readHtml(filled(draft.html), { slug: fileName(name), title: name });
  const length = countWords(doc);
  const isEmpty = length === 0;
  const html = () => brand?.dress(toHtml(doc)) ?? toHtml(doc);
  const text = (make: typeof toText) => `${brand?.plain ?? ''}${make(doc)}`;
  const file = (words: string, type: string, ending: string) =>
    handOver(new Blob([words], { type: `${type};charset=utf-8` }), `${doc.slug}.${ending}`);
  const print = () => printHtml(name, doc.language, html());
  const taking = useTaking(doc, brand?.forPdf ?? null);
  const fetchFile = (kind: 'pdf' | 'docx') =>
    taking.take(kind, () =>
      downloadEdited(kind, {
        title: name,
        html: filled(draft.html),
        ...(brand && { branding: brand.forPdf }),
      }),
    );

  const open = gate && openPlaces(readHtml(draft.html, doc), filled);
  const want = (act: () => void) =>
    openPlaces(readHtml(draft.html, doc), filled).length > 0
      ? setGate({ act, isPrint: act === print })
      : act();
  const select = (words: string) => {
    if (!editor) return;
    editor.view.dispatch(lookFor(editor.state, words));
    const [spot] = foundIn(editor.state);
    editor.view.dispatch(lookFor(editor.state, ''));
    if (spot) editor.chain().setTextSelection(spot).focus().scrollIntoView().run();
  };

  return (
    <ToolPage
      title={name}
      bar={
        <>
          <span
            role="status"
            className={isKept ? 'text-13 text-muted max-md:sr-only' : 'text-13 text-danger'}
          >
            {length} words · {isKept ? 'saved on this device' : 'not saved: this browser’s storage is full'}
          </span>
          {letterhead && (
            <Switch
              label="Branding"
              checked={draft.isBranded}
              onChange={({ target }) => keep({ isBranded: target.checked })}
            />
          )}
          <Menu label={<MoreLabel />} name="More" align="end" chevron={false}>
            <MenuItem onAct={() => setHelping(!isHelping)}>
              {isHelping ? 'Close help' : 'Help with the text'}
            </MenuItem>
            {send && !isEmpty && <MenuItem onAct={sendNow}>Send to sign</MenuItem>}
            <MenuItem onAct={() => want(() => void fetchFile('docx'))}>Download for Word</MenuItem>
            <MenuItem onAct={() => want(() => void taking.takeHere())}>PDF (offline)</MenuItem>
            <MenuItem onAct={() => want(() => file(text(toMarkdown), 'text/markdown', 'md'))}>
              Download Markdown
            </MenuItem>
            <MenuItem
              onAct={() => want(() => file(wholePage(name, doc.language, html()), 'text/html', 'html'))}
            >
              Download HTML
            </MenuItem>
            <MenuItem onAct={() => want(() => file(text(toText), 'text/plain', 'txt'))}>
              Download plain text
            </MenuItem>
            <MenuItem onAct={() => want(print)}>Print</MenuItem>
          </Menu>
          <Button busy={isSaving && 'Saving'} onClick={saveNow}>
            Save
          </Button>
          <Button
            variant="primary"
            icon={Download}
            busy={taking.busy === 'pdf' && 'Preparing PDF…'}
            onClick={() => want(() => void fetchFile('pdf'))}
          >
            <span className="max-lg:sr-only">Download PDF</span>
          </Button>
        </>
      }
      inspectorLabel="Help with the text"
      inspector={
        isHelping &&
        editor && (
          <LazyHelp
            load={loadHelp}
            props={{
              editor,
              doc,
              words: toText(doc),
              findings: openPlaces(readHtml(draft.html, doc), filled),
              onGoTo: select,
            }}
          />
        )
      }
      railLabel="Outline"
      rail={
        <>
          <Field label="Name" compact>
            <TextInput
              value={draft.name}
              maxLength={200}
              onChange={({ target }) => keep({ name: target.value })}
            />
          </Field>
          {(origin || draft.html.includes('data-why=')) && (
            <Switch
              label="Show why each clause is included"
              checked={showsWhy}
              onChange={({ target }) => setShowsWhy(target.checked)}
            />
          )}
          {editor && origin && <AbsentParts editor={editor} doc={doc} origin={origin} />}
          <Outline doc={doc} editor={editor} />
        </>
      }
    >
      {above}
      {refused !== null && (
        <div className="mx-auto mb-16 max-w-measure">
          <Notice
            kind="warn"
            title="Too long to paste"
            actions={<Button onClick={() => setRefused(null)}>OK</Button>}
          >
            {refused}
          </Notice>
        </div>
      )}
      <EarlierNotice of={draftKey(id)} what="This text was" />
      <FormerNotice of={draftKey(id)} what="this text" />
      <TakingNotice outcome={taking.outcome} print={print} safe="Your text is still here." />
      {editor && isEmpty && isNew && (
        <StartText editor={editor} onName={(called) => keep({ name: called })} />
      )}
      {editor && <Toolbar editor={editor} onFind={() => setFinding(true)} />}
      {editor && isFinding && (
        <FindBar
          editor={editor}
          onClose={() => {
            setFinding(false);
            editor.commands.focus();
          }}
        />
      )}
      <Paper label={`Text of ${name}`}>
        {brand?.header}
        <div
          ref={element}
          className="editor-page ui-prose"
          data-whys={showsWhy ? '' : undefined}
          data-empty={isEmpty ? '' : undefined}
        />
      </Paper>
      <Advice unless={doc.notice} />
      <Gate
        labelOf={(words) => words}
        findings={open}
        anyway={gate?.isPrint ? 'Print anyway' : 'Download anyway'}
        onClose={() => setGate(null)}
        onPick={(words) => {
          setGate(null);
          // After the dialog gave the focus back.
          setTimeout(() => select(words), 60);
        }}
        onAnyway={() => {
          setGate(null);
          gate?.act();
        }}
      />
    </ToolPage>
  );
}

const loadHelp = () => import('../help/text-help.tsx');
