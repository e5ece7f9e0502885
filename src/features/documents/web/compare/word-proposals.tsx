import './compare.css';
import { useMemo, useRef, useState } from 'react';
import { countOf } from '#base/count.ts';
import { applyChanges, compareDocs, type Comparison } from '#features/documents/rules/compare/compare.ts';
import { proposedBy } from '#features/documents/rules/compare/from-word.ts';
import { changesOf, type ListedChange } from '#features/documents/rules/compare/list-changes.ts';
import { fileName } from '#features/documents/rules/formats/file-name.ts';
import { toHtml } from '#features/documents/rules/formats/html.ts';
import { readHtml } from '#features/documents/rules/formats/read-html.ts';
import { authorsIn, readComments, type WordComment } from '#features/documents/rules/formats/tracked-word.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Stack } from '#ui/page.tsx';
import { Segments } from '#ui/segments.tsx';
import { readWordFile } from './word-file.ts';

interface Opened {
  file: string;
  compared: Comparison;
  authors: string[];
  comments: WordComment[];
}

interface WordProposalsProps {
  name: string;
  /** The text that the file was made from. */
  html: string;
  save(html: string): Promise<void>;
}

/** A Word file that came back: each of its changes is taken or refused, and the result is saved. */
export function WordProposals({ name, html, save }: WordProposalsProps) {
  const input = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [refused, setRefused] = useState<ReadonlySet<number>>(new Set());
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const changes = useMemo(() => (opened ? changesOf(opened.compared) : []), [opened]);

  async function open(file: File) {
    setFailed(null);
    try {
      const { document, comments } = await readWordFile(file);
      const title = name.trim() || 'Document';
      const base = readHtml(html, { slug: fileName(title), title });
      setRefused(new Set());
      setOpened({
        file: file.name,
        compared: compareDocs(base, proposedBy(base, document)),
        authors: authorsIn(document),
        comments: readComments(comments),
      });
    } catch (error) {
      setOpened(null);
      setFailed((error as Error).message);
    }
  }
  const decide = (some: readonly number[], isTaken: boolean) =>
    setRefused((now) => {
      const next = new Set(now);
      for (const change of some) {
        if (isTaken) next.delete(change);
        else next.add(change);
      }
      return next;
    });
  async function keep() {
    if (!opened) return;
    setBusy(true);
    setFailed(null);
    try {
      await save(toHtml(applyChanges(opened.compared, (change) => !refused.has(change))));
    } catch (error) {
      setFailed((error as Error).message);
      setBusy(false);
    }
  }
  const taken = changes.filter(({ change }) => !refused.has(change)).length;
  const all = changes.map(({ change }) => change);
  return (
    <Stack gap={16}>
      <p>
        Open the Word file that the other side sent back. Its tracked changes become proposals that you accept
        or reject one by one.
      </p>
      <div className="flex flex-wrap items-center gap-12">
        <Button variant={opened ? 'secondary' : 'primary'} onClick={() => input.current?.click()}>
          {opened ? 'Open another file' : 'Open a Word file'}
        </Button>
        {opened && <span className="min-w-0 text-14 break-words text-muted">{opened.file}</span>}
        <input
          ref={input}
          type="file"
          accept=".docx,application/vnd.openxmlformats-officedocument.wordprocessingml.document"
          aria-label="Word file"
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            if (chosen) void open(chosen);
            target.value = '';
          }}
        />
      </div>
      {failed && <Notice kind="warn">{failed}</Notice>}
      {opened && changes.length === 0 && (
        <Notice kind="info">This file has the same words as the version. There is nothing to decide.</Notice>
      )}
      {opened && changes.length > 0 && (
        <>
          <p role="status">
            {countOf(changes.length, 'proposal')}
            {opened.authors.length > 0 && ` by ${opened.authors.join(', ')}`}, {taken} accepted.
          </p>
          <div className="flex flex-wrap gap-12">
            <Button onClick={() => decide(all, true)}>Accept all</Button>
            <Button onClick={() => decide(all, false)}>Reject all</Button>
          </div>
          <ol aria-label="Proposals" className="list-none pl-0">
            {changes.map((one, index) => (
              <Proposal
                key={one.change}
                number={index + 1}
                of={one}
                isTaken={!refused.has(one.change)}
                decide={(isTaken) => decide([one.change], isTaken)}
              />
            ))}
          </ol>
        </>
      )}
      {opened && <Comments comments={opened.comments} />}
      {opened && changes.length > 0 && (
        <div>
          <Button variant="primary" busy={busy && 'Saving'} onClick={() => void keep()}>
            Save as a new version
          </Button>
        </div>
      )}
    </Stack>
  );
}

interface ProposalProps {
  number: number;
  of: ListedChange;
  isTaken: boolean;
  decide: (isTaken: boolean) => void;
}

const Proposal = ({ number, of, isTaken, decide }: ProposalProps) => (
  <li className="flex flex-wrap items-start gap-12 border-b border-hairline py-12">
    <div className="min-w-0 flex-1">
      <p className="text-13 text-muted">{of.where}</p>
      <p className="break-words">
        {of.lead}
        {of.before && <del className="doc-gone">{of.before}</del>}
        {of.before && of.after && ' '}
        {of.after && <ins className="doc-new">{of.after}</ins>}
        {of.trail}
      </p>
    </div>
    <Segments
      label={`Proposal ${number}`}
      value={isTaken ? 'yes' : 'no'}
      onChange={(value) => decide(value === 'yes')}
      options={[
        { value: 'yes', label: 'Accept' },
        { value: 'no', label: 'Reject' },
      ]}
    />
  </li>
);

const Comments = ({ comments }: { comments: readonly WordComment[] }) =>
  comments.length > 0 && (
    <section aria-label="Comments in the file">
      <h2 className="text-17 font-medium">Comments in the file</h2>
      <ul className="list-none pl-0">
        {comments.map(({ author, text }, index) => (
          <li key={index} className="py-8">
            <p className="text-13 text-muted">{author || 'Unknown author'}</p>
            <p className="break-words whitespace-pre-line">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
