import { Menu, MenuDivider, MenuItem } from '#ui/menu.tsx';
import { Row } from '#ui/page.tsx';
import type { TableColumn } from '#ui/table.tsx';
import { Tag } from '#ui/text.tsx';
import { conditionWords } from '../../rules/condition.ts';
import type { CampaignBody } from '../../rules/contract.ts';

export type Stored = CampaignBody & { id: string };

interface Listed extends Stored {
  index: number;
}

interface Acts {
  count: number;
  isTyped(id: string): boolean;
  look(id: string): void;
  move(index: number, by: -1 | 1): void;
  duplicate(campaign: Stored): void;
  remove(campaign: Stored): void;
}

export const campaignColumns = ({
  count,
  isTyped,
  look,
  move,
  duplicate,
  remove,
}: Acts): [TableColumn<Listed>, ...TableColumn<Listed>[]] => [
  {
    head: 'Campaign',
    cell: ({ id, name, index }) => (
      <button type="button" className="ui-link text-left" onClick={() => look(id)}>
        {index + 1}. {name}
      </button>
    ),
  },
  { head: 'For', cell: ({ when }) => conditionWords(when) },
  {
    head: 'State',
    cell: ({ id, isOn }) => (
      <Row gap={8}>
        <Tag tone={isOn ? 'ok' : 'plain'}>{isOn ? 'On' : 'Off'}</Tag>
        {isTyped(id) && <Tag tone="warn">Not saved</Tag>}
      </Row>
    ),
  },
  {
    head: 'More',
    label: false,
    align: 'end',
    cell: (each) => (
      <Menu label="More" name={`More for ${each.name}`} align="end">
        <MenuItem disabled={each.index === 0} onAct={() => move(each.index, -1)}>
          Move up
        </MenuItem>
        <MenuItem disabled={each.index === count - 1} onAct={() => move(each.index, 1)}>
          Move down
        </MenuItem>
        <MenuItem onAct={() => duplicate(each)}>Duplicate</MenuItem>
        <MenuDivider />
        <MenuItem onAct={() => remove(each)}>Remove</MenuItem>
      </Menu>
    ),
  },
];
