import Plus from '#ui/icons/plus.ts';
import { Icon } from '#ui/icon.tsx';
import { Menu, MenuHead, MenuItem } from '#ui/menu.tsx';
import type { Step } from '../../rules/steps.ts';
import { kinds } from './new-step.ts';

interface AddStepProps {
  /** Left out at the end of a list, where the words are shown. */
  name?: string;
  label?: string;
  /** A choice can’t stand deeper. */
  isDeep: boolean;
  add(kind: Step['kind']): void;
}

export function AddStep({ name, label, isDeep, add }: AddStepProps) {
  return (
    <Menu
      label={
        <>
          <Icon of={Plus} size={16} />
          {label}
        </>
      }
      {...(name !== undefined && { name })}
      variant={label === undefined ? 'quiet' : 'secondary'}
      align={label === undefined ? 'end' : 'start'}
      chevron={false}
      square={label === undefined}
      lazy
    >
      <MenuHead>{name ?? label}</MenuHead>
      {kinds.map(([kind, words]) => (
        <MenuItem key={kind} disabled={kind === 'branch' && isDeep} onAct={() => add(kind)}>
          {words}
        </MenuItem>
      ))}
    </Menu>
  );
}
