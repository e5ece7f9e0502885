import { type Cents, formatMoney } from '#base/money.ts';
import { type Side, sides } from '#base/split-test.ts';
import { Stack } from '#ui/page.tsx';
import { Table } from '#ui/table.tsx';
import type { SplitView } from '../../rules/contract.ts';
import { eachOf, splitWords } from '../../rules/split.ts';
import { useDates } from '../say.ts';

interface SplitNumbersProps {
  name: string;
  split: SplitView | undefined;
  hideName?: boolean;
}

/** Two wordings side by side, and how their test stands. */
export function SplitNumbers({ name, split, hideName = false }: SplitNumbersProps) {
  const { day } = useDates();
  if (!split) return null;
  const money = (cents: number) =>
    split.currency === null ? '–' : formatMoney(Math.round(cents) as Cents, split.currency);
  const label = (side: Side) =>
    split.ended?.winner === side ? `${side.toUpperCase()}, kept` : side.toUpperCase();
  return (
    <Stack gap={12}>
      <Table
        caption={name}
        hideCaption={hideName}
        rows={sides.map((side) => ({ side, ...split[side] }))}
        rowKey={({ side }) => side}
        columns={[
          { head: 'Wording', cell: ({ side }) => label(side) },
          { head: 'People', numeric: true, cell: ({ people }) => people },
          { head: 'Clicked', numeric: true, cell: ({ clicked }) => clicked },
          { head: 'Bought in 30 days', numeric: true, cell: ({ bought }) => bought },
          { head: 'Revenue', numeric: true, cell: ({ cents }) => money(cents) },
          { head: 'Per person', numeric: true, cell: (arm) => money(eachOf(arm)) },
        ]}
      />
      <p className="max-w-measure text-15">{splitWords(split, day)}</p>
    </Stack>
  );
}
