import { useRef, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Stack } from '#ui/page.tsx';
import { Table } from '#ui/table.tsx';
import { Mono } from '#ui/text.tsx';
import { Progress } from '#ui/usage.tsx';
import { recoveryApi } from '../rules/addresses.ts';
import type { ImportAnswer } from '../rules/contract.ts';
import { type CsvPart, cutCsv, mostLines } from '../rules/csv-records.ts';
import { useAutomation } from './automation-provider.tsx';

const linesAPart = 5000;

/** What is sent part by part: what was taken stays, and after a break the rest follows. */
interface Import {
  parts: CsvPart[];
  /** How many parts the hub has answered. */
  done: number;
  answer: ImportAnswer;
}

const nothing: ImportAnswer = { added: 0, merged: 0, refused: 0, reports: [] };
const sum = (one: ImportAnswer, other: ImportAnswer): ImportAnswer => ({
  added: one.added + other.added,
  merged: one.merged + other.merged,
  refused: one.refused + other.refused,
  reports: [...one.reports, ...other.reports],
});

/** Lines that follow each other and were refused for one reason are one entry. */
function runsOf(reports: ImportAnswer['reports']): { from: number; to: number; words: string }[] {
  const runs: { from: number; to: number; words: string }[] = [];
  for (const { line, words } of reports) {
    const last = runs.at(-1);
    if (last && last.words === words && line === last.to + 1) last.to = line;
    else runs.push({ from: line, to: line, words });
  }
  return runs;
}

/** Many carts at once, with a word for each line that was not taken. */
export function ImportDialog({ open, close }: { open: boolean; close: () => void }) {
  const { refresh, plan } = useAutomation();
  const [file, setFile] = useState<File | null>(null);
  const [work, setWork] = useState<Import | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isLeft = useRef(false);
  const total = work?.parts.at(-1)?.upTo ?? 0;
  const runs = runsOf(work?.answer.reports ?? []);
  const isOver = work !== null && work.done === work.parts.length;
  const leave = () => {
    isLeft.current = true;
    if (!isBusy) setWork(null);
    setError(null);
    close();
  };

  async function send(): Promise<void> {
    if (!work && !file) return setError('Choose a file first.');
    isLeft.current = false;
    setBusy(true);
    setError(null);
    let now = work;
    try {
      if (!now) {
        const parts = cutCsv(await (file as File).text(), linesAPart);
        if (parts.length === 0) return setError('This file is empty.');
        if ((parts.at(-1)?.upTo ?? 0) > mostLines)
          return setError(`A file can have up to ${mostLines.toLocaleString('en')} carts. Split this one.`);
        now = { parts, done: 0, answer: nothing };
      }
      while (now.done < now.parts.length && !isLeft.current) {
        setWork(now);
        const { text, firstLine } = now.parts[now.done] as CsvPart;
        const body = { text, firstLine };
        const answer = await withSession(() =>
          api<ImportAnswer>(recoveryApi.csv, { method: 'POST', body, timeoutMs: 120_000 }),
        );
        // A head that names no columns is wrong for every part.
        const isHopeless = answer.reports.some(({ line }) => line === 1);
        now = {
          ...now,
          done: isHopeless ? now.parts.length : now.done + 1,
          answer: sum(now.answer, answer),
        };
      }
      setWork(isLeft.current ? null : now);
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : 'Couldn’t read the file.');
    } finally {
      setBusy(false);
      await refresh();
      await plan.refresh();
    }
  }

  return (
    <Dialog
      open={open}
      onClose={leave}
      title="Import carts from a CSV file"
      actions={
        <>
          <Button onClick={leave}>{isOver ? 'Done' : isBusy && work ? 'Stop' : 'Cancel'}</Button>
          {!isOver && (
            <Button variant="primary" busy={isBusy ? 'Importing' : false} onClick={() => void send()}>
              {work && error ? 'Continue' : 'Import'}
            </Button>
          )}
        </>
      }
    >
      {work ? (
        <Stack>
          {error && (
            <Notice kind="danger" title="Import stopped">
              {error} Imported carts stay. Continue from here.
            </Notice>
          )}
          {isOver ? (
            <Notice kind={work.answer.refused > 0 ? 'warn' : 'ok'}>
              {work.answer.added} new, {work.answer.merged} updated, {work.answer.refused} skipped.
            </Notice>
          ) : (
            <Progress
              label={`${(work.parts[work.done - 1]?.upTo ?? 0).toLocaleString('en')} of ${total.toLocaleString('en')} lines`}
              value={work.done / work.parts.length}
            />
          )}
          {runs.length > 0 && (
            <Table
              caption={`Skipped lines${runs.length > 100 ? ', first hundred reasons' : ''}`}
              stack={false}
              rows={runs.slice(0, 100)}
              rowKey={({ from }) => from}
              columns={[
                {
                  head: 'Line',
                  numeric: true,
                  cell: ({ from, to }) => (from === to ? from : `${from}–${to}`),
                },
                { head: 'Why', cell: ({ words }) => words },
              ]}
            />
          )}
        </Stack>
      ) : (
        <Stack>
          <p>
            The header row names the columns: <Mono>email, total</Mono>, and optionally{' '}
            <Mono>name, currency, items, country, url, date, consent</Mono>. Up to 100,000 lines. Skipped
            lines show the reason.
          </p>
          <Field label="CSV file" error={error}>
            <TextInput
              type="file"
              accept=".csv,text/csv,text/plain"
              onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
            />
          </Field>
        </Stack>
      )}
    </Dialog>
  );
}
