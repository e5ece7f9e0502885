import { useState } from 'react';
import { cents, formatMoney } from '#base/money.ts';
import { Problem } from '#base/problem.ts';
import { type Side, sides } from '#base/split-test.ts';
import { api } from '#platform/web/api.ts';
import { Button } from '#ui/button.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { Table } from '#ui/table.tsx';
import { funnelsApi } from '../../rules/contract.ts';
import { percent } from '../../rules/numbers.ts';
import { eachOf, splitWords } from '../../rules/split.ts';
import type { EndSplitBody, SplitView } from '../../rules/split-contract.ts';
import type { Work } from './state.ts';

export const dayWords = (iso: string): string =>
  new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' }).format(new Date(iso));

interface SplitNumbersProps {
  work: Work;
  split: SplitView;
  ask(): Promise<void>;
}

/** Two versions of a page side by side, how their test stands, and what can be done about it at once. */
export function SplitNumbers({ work, split, ask }: SplitNumbersProps) {
  const { editing, say } = work;
  const [busy, setBusy] = useState(false);
  const name = editing.funnel.steps.find(({ id }) => id === split.stepId)?.name ?? 'A page';
  const { ended, by } = split;
  const end = async (keep: EndSplitBody['keep'], words: string) => {
    setBusy(true);
    try {
      await api(funnelsApi.split(editing.funnel.id), { method: 'POST', body: { id: split.id, keep } });
      say(words);
    } catch (problem) {
      say(problem instanceof Problem ? problem.message : 'Couldn’t change the test. Try again in a moment.');
    } finally {
      await ask();
      setBusy(false);
    }
  };
  const label = (side: Side) => (ended?.winner === side ? `${side.toUpperCase()}, kept` : side.toUpperCase());
  const money = (amount: number) => formatMoney(cents(Math.round(amount)));
  return (
    <Sheet>
      <Stack gap={12}>
        <Table
          caption={`Both versions of ${name}`}
          rows={sides.map((side) => ({ side, ...split[side] }))}
          rowKey={({ side }) => side}
          columns={[
            { head: 'Version', cell: ({ side }) => label(side) },
            { head: 'Visitors', numeric: true, cell: ({ visitors }) => visitors },
            { head: 'Next step', numeric: true, cell: ({ next }) => next },
            { head: 'Leads', numeric: true, cell: ({ leads }) => leads },
            { head: 'Orders in 30 days', numeric: true, cell: ({ orders }) => orders },
            { head: 'Revenue', numeric: true, cell: (arm) => money(arm.cents) },
            {
              head: by === 'money' ? 'Per visitor' : 'Leads per visitor',
              numeric: true,
              cell: ({ side }) =>
                by === 'money' ? money(eachOf(split, side)) : percent(eachOf(split, side)),
            },
          ]}
        />
        <p className="max-w-measure text-15">{splitWords(split, dayWords)}</p>
        <Row gap={8}>
          {sides
            .filter((side) => side !== ended?.winner)
            .map((side) => (
              <Button
                key={side}
                size="tool"
                disabled={busy}
                onClick={() => void end(side, `Everybody gets ${side.toUpperCase()} from now on.`)}
              >
                {`Show ${side.toUpperCase()} to everybody`}
              </Button>
            ))}
          {ended?.why === 'hand' && (
            <Button size="tool" disabled={busy} onClick={() => void end('both', 'The test goes on.')}>
              Let the test go on
            </Button>
          )}
        </Row>
      </Stack>
    </Sheet>
  );
}
