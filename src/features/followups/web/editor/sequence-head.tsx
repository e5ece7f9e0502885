import { Button } from '#ui/button.tsx';
import Ellipsis from '#ui/icons/ellipsis.ts';
import { Icon } from '#ui/icon.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Tag } from '#ui/text.tsx';

interface SequenceHeadProps {
  isOn: boolean;
  isSaved: boolean;
  isChanged: boolean;
  isBusy: boolean;
  save(): void;
  turn(): void;
  discard(): void;
  start(): void;
  remove(): void;
}

/** How it stands, and what can be done with the whole of it. */
export function SequenceHead(props: SequenceHeadProps) {
  const { isOn, isSaved, isChanged, isBusy, save, turn, discard, start, remove } = props;
  return (
    <>
      <Tag tone={isOn ? 'ok' : 'plain'}>{isOn ? 'On' : 'Off'}</Tag>
      {isChanged && <Tag tone="warn">Not saved</Tag>}
      {isChanged && (
        <Button variant="quiet" onClick={discard}>
          Discard changes
        </Button>
      )}
      <Button busy={isBusy} onClick={save}>
        Save
      </Button>
      <Button variant={isOn ? 'secondary' : 'primary'} busy={isBusy} onClick={turn}>
        {isOn ? 'Turn off' : 'Turn on'}
      </Button>
      {isSaved && (
        <Menu label={<Icon of={Ellipsis} />} name="More for this sequence" align="end" chevron={false} square>
          <MenuItem onAct={start}>Start for people…</MenuItem>
          <MenuItem onAct={remove}>Delete…</MenuItem>
        </Menu>
      )}
    </>
  );
}
