import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Tag } from '#ui/text.tsx';
import { toast } from '#ui/toast.tsx';
import type { PersonDetail } from '../../rules/contract.ts';
import { resumeRuns, stopRuns } from '../calls.ts';
import { sequencePath } from '../paths.ts';
import { problemWords, useDates } from '../say.ts';

type Run = PersonDetail['runs'][number];

const stateWords = { waiting: 'Under way', finished: 'Finished', stopped: 'Stopped' };

interface RunsProps {
  person: PersonDetail['person'];
  runs: readonly Run[];
  refresh(): void;
}

/** The sequences they are in or were, what comes next, and why it ended. */
export function Runs({ person, runs, refresh }: RunsProps) {
  const [busy, setBusy] = useState<string | null>(null);
  const waiting = runs.filter(({ state }) => state === 'waiting');
  async function stop(run?: Run): Promise<void> {
    setBusy(run?.id ?? 'all');
    try {
      const { stopped, runs: ended } = await stopRuns(person.id, run?.id);
      if (stopped === 0) toast.success('Nothing was under way any more.');
      else
        toast.success(
          run ? `“${run.name}” stopped for ${person.email}.` : `Everything stopped for ${person.email}.`,
          { action: { label: 'Undo', onAct: () => void undo(ended) } },
        );
      refresh();
    } catch (thrown) {
      toast.error(problemWords(thrown));
    }
    setBusy(null);
  }
  async function undo(ended: string[]): Promise<void> {
    try {
      const { resumed } = await resumeRuns(person.id, ended);
      toast.success(resumed > 0 ? `It goes on for ${person.email}.` : 'It had begun again by itself.');
      refresh();
    } catch (thrown) {
      toast.error(problemWords(thrown));
    }
  }
  return (
    <section aria-labelledby="runs">
      <Stack gap={12}>
        <Row className="justify-between">
          <h2 id="runs" className="text-21">
            What’s scheduled
          </h2>
          {waiting.length > 1 && (
            <Button size="tool" busy={busy === 'all' && 'Stopping'} onClick={() => void stop()}>
              Stop all
            </Button>
          )}
        </Row>
        {runs.length === 0 ? (
          <p className="text-15 text-muted">They aren’t in any sequence, and haven’t been.</p>
        ) : (
          <ul className="border-b border-hairline">
            {runs.map((run) => (
              <RunLine key={run.id} run={run} isBusy={busy === run.id} stop={() => void stop(run)} />
            ))}
          </ul>
        )}
      </Stack>
    </section>
  );
}

function RunLine({ run, isBusy, stop }: { run: Run; isBusy: boolean; stop(): void }) {
  const { day, moment } = useDates();
  const isWaiting = run.state === 'waiting';
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-16 gap-y-8 border-t border-hairline py-12">
      <div className="min-w-0">
        <Row gap={8}>
          <Link href={sequencePath(run.sequenceId)}>{run.name}</Link>
          <Tag tone={isWaiting ? 'ok' : 'plain'}>{stateWords[run.state]}</Tag>
          {run.heldOut && <Tag>Holdout: gets no email</Tag>}
        </Row>
        <p className="text-15 text-muted">
          {isWaiting && run.nextAt !== null && `Next: ${run.next}, ${moment(run.nextAt)}. `}
          {run.reason && `${run.reason}. `}
          Started {day(run.startedAt)}.
        </p>
      </div>
      {isWaiting && (
        <Button size="tool" busy={isBusy && 'Stopping'} aria-label={`Stop ${run.name}`} onClick={stop}>
          Stop
        </Button>
      )}
    </li>
  );
}
