import './compare.css';
import { useMemo, useState } from 'react';
import { countOf } from '#base/count.ts';
import { compareDocs } from '#features/documents/rules/compare/compare.ts';
import { markedDoc } from '#features/documents/rules/compare/marked.ts';
import { type ChangedAnswer, compareAnswers, tellChanges } from '#features/documents/rules/compare/tell.ts';
import type { FileKind } from '#features/documents/rules/contract.ts';
import { fileName } from '#features/documents/rules/formats/file-name.ts';
import { readHtml } from '#features/documents/rules/formats/read-html.ts';
import { Notice } from '#ui/feedback.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Stack } from '#ui/page.tsx';
import { Paper } from '#ui/paper.tsx';
import { Segments } from '#ui/segments.tsx';
import { Table } from '#ui/table.tsx';
import { DocView } from '../doc-view.tsx';
import { downloadCompared } from '../download.ts';

export interface ComparedSide {
  content: string;
  fields: readonly { name: string; label: string }[];
  formData: Readonly<Record<string, unknown>>;
  words: string;
}

interface CompareViewProps {
  name: string;
  author: string;
  at: string;
  older: ComparedSide;
  newer: ComparedSide;
}

/** Two texts, by their answers and by their words. */
export function CompareView({ name, author, at, older, newer }: CompareViewProps) {
  const title = name.trim() || 'Document';
  const compared = useMemo(() => {
    const as = { slug: fileName(title), title };
    return compareDocs(readHtml(older.content, as), readHtml(newer.content, as));
  }, [older.content, newer.content, title]);
  const answers = useMemo(() => compareAnswers(older, newer), [older, newer]);
  const blocks = useMemo(() => markedDoc(compared).blocks, [compared]);
  const [by, setBy] = useState<'text' | 'answers'>('text');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  async function take(kind: FileKind) {
    setBusy(true);
    setFailed(null);
    try {
      await downloadCompared(kind, {
        title,
        before: older.content,
        after: newer.content,
        author,
        at,
        lead: `Compared: ${older.words} and ${newer.words}`.slice(0, 400),
        answers: answers
          .slice(0, 500)
          .map((one) => ({ label: one.label.slice(0, 400), before: cut(one.before), after: cut(one.after) })),
      });
    } catch (error) {
      setFailed((error as Error).message);
    }
    setBusy(false);
  }
  return (
    <Stack gap={16}>
      <div className="flex flex-wrap items-center gap-12">
        <Segments
          label="Compare by"
          value={by}
          onChange={setBy}
          options={[
            { value: 'text', label: `Text (${compared.changes})` },
            { value: 'answers', label: `Answers (${answers.length})` },
          ]}
        />
        <Menu label={busy ? 'Preparing…' : 'Download'}>
          <MenuItem onAct={() => void take('docx')}>Word with tracked changes</MenuItem>
          <MenuItem onAct={() => void take('pdf')}>PDF with changes marked</MenuItem>
        </Menu>
      </div>
      {failed && (
        <Notice kind="warn" title="Couldn’t create the file">
          {failed}
        </Notice>
      )}
      <p role="status" className="text-15">
        {tellChanges(compared, answers)}
        <span className="block text-13 text-muted">
          {countOf(compared.changes, 'change')} in the text, {countOf(answers.length, 'answer')} changed
        </span>
      </p>
      {by === 'answers' ? (
        <Answers answers={answers} />
      ) : (
        <>
          <p className="text-13 text-muted">
            <ins className="doc-new">New words</ins> are underlined,{' '}
            <del className="doc-gone">removed words</del> are struck out.
          </p>
          <Paper label={`Changes in ${title}`}>
            <DocView blocks={blocks} />
          </Paper>
        </>
      )}
    </Stack>
  );
}

const cut = (text: string): string => text.slice(0, 2000);

function Answers({ answers }: { answers: readonly ChangedAnswer[] }) {
  if (answers.length === 0) return <p className="text-muted">The answers are the same.</p>;
  const words = (text: string) => (text === '' ? <span className="text-muted">No answer</span> : text);
  return (
    <Table
      caption="Changed answers"
      hideCaption
      columns={[
        { head: 'Question', cell: ({ label }: ChangedAnswer) => label },
        { head: 'Before', cell: ({ before }: ChangedAnswer) => words(before) },
        { head: 'After', cell: ({ after }: ChangedAnswer) => words(after) },
      ]}
      rows={answers}
      rowKey={({ field }) => field}
    />
  );
}
