import { Switch } from '#ui/choice.tsx';
import Ellipsis from '#ui/icons/ellipsis.ts';
import { Icon } from '#ui/icon.tsx';
import { Link } from '#ui/link.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import type { TableColumn } from '#ui/table.tsx';
import { Tag, VisuallyHidden } from '#ui/text.tsx';
import type { SequenceView } from '../../rules/contract.ts';
import { startWords } from '../../rules/words.ts';
import { sequencePath } from '../paths.ts';
import { revenueWords } from '../say.ts';

interface Acts {
  funnelName(id: string): string;
  isTyped(id: string): boolean;
  /** The one whose switch was just pressed. */
  busy: string | null;
  turn(sequence: SequenceView): void;
  copy(sequence: SequenceView): void;
  remove(sequence: SequenceView): void;
}

type Column = TableColumn<SequenceView>;

const count = (head: string, of: (numbers: SequenceView['numbers']) => number): Column => ({
  head,
  numeric: true,
  cell: ({ numbers }) => of(numbers),
});

export const sequenceColumns = ({
  funnelName,
  isTyped,
  busy,
  turn,
  copy,
  remove,
}: Acts): [Column, ...Column[]] => [
  {
    head: 'Sequence',
    width: '38%',
    cell: ({ id, name, trigger, only }) => (
      <>
        <Link quiet href={sequencePath(id)}>
          {name}
        </Link>
        {isTyped(id) && (
          <>
            {' '}
            <Tag tone="warn">Unsaved changes</Tag>
          </>
        )}
        <span className="block text-13 font-normal text-muted">
          Starts when someone {startWords({ trigger, only }, funnelName)}
        </span>
      </>
    ),
  },
  {
    head: 'State',
    label: false,
    cell: (sequence) => (
      <Switch
        label={
          <>
            {sequence.isOn ? 'On' : 'Off'}
            <VisuallyHidden>: {sequence.name}</VisuallyHidden>
          </>
        }
        checked={sequence.isOn}
        aria-busy={busy === sequence.id || undefined}
        onChange={() => busy === null && turn(sequence)}
      />
    ),
  },
  count('Under way', ({ underWay }) => underWay),
  count('Sent', ({ sent }) => sent),
  count('Clicked', ({ clicked }) => clicked),
  count('Bought', ({ bought }) => bought),
  { head: 'Revenue', numeric: true, cell: ({ numbers }) => revenueWords(numbers.revenue) },
  {
    head: <VisuallyHidden>Actions</VisuallyHidden>,
    label: false,
    align: 'end',
    cell: (sequence) => (
      <Menu
        label={<Icon of={Ellipsis} />}
        name={`Actions for ${sequence.name}`}
        align="end"
        chevron={false}
        square
        lazy
      >
        <MenuItem href={sequencePath(sequence.id)}>Open</MenuItem>
        <MenuItem onAct={() => copy(sequence)}>Duplicate</MenuItem>
        <MenuItem onAct={() => remove(sequence)}>Delete…</MenuItem>
      </Menu>
    ),
  },
];
