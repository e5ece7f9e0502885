import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Stack } from '#ui/page.tsx';
import { Table } from '#ui/table.tsx';
import { Mono } from '#ui/text.tsx';
import { recoveryApi } from '../rules/addresses.ts';
import type { ImportAnswer } from '../rules/contract.ts';
import { useAutomation } from './automation-provider.tsx';

/** Many carts at once, with a word for each line that was not taken. */
export function ImportDialog({ open, close }: { open: boolean; close: () => void }) {
  const { refresh, plan } = useAutomation();
  const [file, setFile] = useState<File | null>(null);
  const [answer, setAnswer] = useState<ImportAnswer | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const leave = () => {
    setAnswer(null);
    setError(null);
    close();
  };
  async function send(): Promise<void> {
    if (!file) return setError('Choose a file first.');
    setBusy(true);
    setError(null);
    try {
      const text = await file.text();
      const body = { text };
      setAnswer(
        await withSession(() =>
          api<ImportAnswer>(recoveryApi.csv, { method: 'POST', body, timeoutMs: 300_000 }),
        ),
      );
      await refresh();
      await plan.refresh();
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : 'The file could not be read.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog
      open={open}
      onClose={leave}
      title="Import carts from a CSV file"
      actions={
        <>
          <Button onClick={leave}>{answer ? 'Done' : 'Cancel'}</Button>
          {!answer && (
            <Button variant="primary" busy={isBusy ? 'Importing' : false} onClick={() => void send()}>
              Import
            </Button>
          )}
        </>
      }
    >
      {answer ? (
        <Stack>
          <Notice kind={answer.refused > 0 ? 'warn' : 'ok'}>
            {answer.added} new, {answer.merged} brought up to date, {answer.refused} not taken.
          </Notice>
          {answer.reports.length > 0 && (
            <Table
              caption="Lines that were not taken"
              stack={false}
              rows={answer.reports.slice(0, 100)}
              rowKey={({ line }) => line}
              columns={[
                { head: 'Line', numeric: true, cell: ({ line }) => line },
                { head: 'Why', cell: ({ words }) => words },
              ]}
            />
          )}
        </Stack>
      ) : (
        <Stack>
          <p>
            The first line names the columns: <Mono>email, total</Mono>, and where you have them{' '}
            <Mono>name, currency, items, url, date, consent</Mono>. Up to 100,000 lines; each one that is not
            taken says why.
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
