import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState, Notice, Skeleton } from '#ui/feedback.tsx';
import { Stack } from '#ui/page.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import type * as z from 'zod/mini';
import type { SequenceBody, SequenceDetail, VersionAnswer } from '../../rules/contract.ts';
import { formerOf } from '#features/letters/rules/former.ts';
import type { Step } from '../../rules/steps.ts';
import { startWords } from '../../rules/words.ts';
import { callOf } from '../paths.ts';
import { useDates } from '../say.ts';
import { stepName } from '../unwritten.ts';
import { useAnswer } from '#platform/web/use-answer.ts';

type Version = z.output<typeof VersionAnswer>;

interface VersionsProps {
  id: string;
  detail: SequenceDetail | null;
  putBack(body: SequenceBody, version: number): void;
}

type Head = SequenceDetail['versions'][number];

const columnsOf = (
  moment: (iso: string) => string,
  current: number | undefined,
  look: (version: number) => void,
): [TableColumn<Head>, ...TableColumn<Head>[]] => [
  { head: 'Version', cell: ({ version }) => `Version ${version}` },
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Saved', cell: ({ at }) => moment(at) },
  {
    head: 'Actions',
    label: false,
    align: 'end',
    cell: ({ version }) =>
      version === current ? (
        <span className="text-muted">Current</span>
      ) : (
        <Button size="tool" onClick={() => look(version)} aria-label={`Look at version ${version}`}>
          Look
        </Button>
      ),
  },
];

/** What was saved before; put back, it is a change that isn’t saved yet. */
export function Versions({ id, detail, putBack }: VersionsProps) {
  const { moment } = useDates();
  const [looked, setLooked] = useState<number | null>(null);
  const { value, problem, retry } = useAnswer<Version>(
    looked === null ? null : `${callOf('versions', id)}?version=${looked}`,
  );
  const versions = detail?.versions ?? [];
  if (versions.length === 0)
    return (
      <EmptyState title="No versions yet">Each time you save, the version before stays here.</EmptyState>
    );
  return (
    <>
      <Table
        caption="Versions"
        hideCaption
        rows={versions}
        rowKey={({ version }) => version}
        columns={columnsOf(moment, detail?.sequence.version, setLooked)}
      />
      <Dialog
        open={looked !== null}
        onClose={() => setLooked(null)}
        wide
        title={`Version ${looked ?? ''}`}
        actions={
          <>
            <Button onClick={() => setLooked(null)}>Close</Button>
            {value && (
              <Button
                variant="primary"
                onClick={() => {
                  putBack(value.body, value.version);
                  setLooked(null);
                }}
              >
                Put back
              </Button>
            )}
          </>
        }
      >
        {problem ? (
          <Notice kind="danger" actions={<Button onClick={retry}>Try again</Button>}>
            {problem.message}
          </Notice>
        ) : value ? (
          <Stack gap={12}>
            <p>
              <strong>{value.body.name}</strong>, saved on {moment(value.at)}. Starts when someone{' '}
              {startWords(value.body)}.
            </p>
            <Sentences steps={value.body.steps} />
          </Stack>
        ) : (
          <Skeleton rows={5} label="Loading this version" />
        )}
      </Dialog>
    </>
  );
}

/** Steps as sentences, to read. */
function Sentences({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="flex list-decimal flex-col gap-8 pl-24">
      {steps.map((step) => (
        <li key={step.id}>
          {stepName(step)}
          {step.kind === 'mail' && (
            <p className="text-13 whitespace-pre-wrap text-muted">{formerOf(step.blocks).body}</p>
          )}
          {step.kind === 'branch' && (
            <>
              {step.yes.length > 0 && <Sentences steps={step.yes} />}
              <p className="text-13 text-muted">Otherwise{step.no.length === 0 && ' nothing more'}</p>
              <Sentences steps={step.no} />
            </>
          )}
        </li>
      ))}
    </ol>
  );
}
