import ArrowDown from '#ui/icons/arrow-down.ts';
import ArrowUp from '#ui/icons/arrow-up.ts';
import Copy from '#ui/icons/copy.ts';
import Plus from '#ui/icons/plus.ts';
import Trash from '#ui/icons/trash-2.ts';
import type { KeyboardEvent } from 'react';
import { IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Menu, MenuDivider, MenuItem } from '#ui/menu.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { RailItem } from '#ui/tool-page.tsx';
import { blockTypes, specOf } from '../../rules/blocks.ts';
import { type Block, stepKinds } from '../../rules/contract.ts';
import { addStep, duplicateStep, moveStep, placeBlock, removeStep } from '../../rules/edit.ts';
import { freshBlock, kindNames } from '../../rules/make.ts';
import { newPartId } from '../store.ts';
import { inReadingOrder } from '../../rules/nesting.ts';
import { blockActs, type ItemActs } from './block-acts.ts';
import { useListDrag } from './list-drag.ts';
import { Palette } from './palette.tsx';
import { currentStep, type Work } from './state.ts';

export const blockName = (block: Block): string => {
  const words = block.values['title'] || block.values['yes'] || block.values['caption'] || '';
  return words ? `${specOf(block.type).label}: ${words}` : specOf(block.type).label;
};

/** Steps, and the blocks of the chosen one, as lists: everything here can be done with the keyboard alone. */
export function Outline({ work }: { work: Work }) {
  return (
    <Stack gap={24}>
      <Steps work={work} />
      <Blocks work={work} />
      <Palette work={work} />
    </Stack>
  );
}

/** The same acts by their keys, for the item that has the focus. */
function onKeys(event: KeyboardEvent<HTMLElement>, actsOf: (id: string) => ItemActs): void {
  const id = (event.target as HTMLElement).closest('li')?.dataset['id'];
  if (id === undefined) return;
  const acts = actsOf(id);
  const list = event.currentTarget;
  const mod = event.ctrlKey || event.metaKey;
  const act =
    event.altKey && event.key === 'ArrowUp'
      ? acts.up
      : event.altKey && event.key === 'ArrowDown'
        ? acts.down
        : mod && event.key === 'd'
          ? acts.duplicate
          : mod && event.key === 'c'
            ? acts.copy
            : mod && event.key === 'v'
              ? acts.paste
              : event.key === 'Delete'
                ? acts.remove
                : undefined;
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
  // What had the focus may be gone: what is chosen now has it.
  setTimeout(() => {
    if (!list.contains(document.activeElement)) list.querySelector<HTMLElement>('[aria-current]')?.focus();
  });
}

function Acts({ of, acts }: { of: string; acts: ItemActs }) {
  return (
    <Row gap={4}>
      <IconButton icon={ArrowUp} label={`Move ${of} up`} shortcut="alt+↑" onClick={acts.up} />
      <IconButton icon={ArrowDown} label={`Move ${of} down`} shortcut="alt+↓" onClick={acts.down} />
      <IconButton icon={Copy} label={`Duplicate ${of}`} shortcut="mod+d" onClick={acts.duplicate} />
      <IconButton icon={Trash} label={`Delete ${of}`} shortcut="delete" onClick={acts.remove} />
    </Row>
  );
}

function Steps({ work }: { work: Work }) {
  const { editing, choose, say } = work;
  const { funnel, change } = editing;
  const step = currentStep(work);
  const actsOf = (stepId: string): ItemActs => ({
    up: () => change(moveStep(funnel, stepId, -1)),
    down: () => change(moveStep(funnel, stepId, 1)),
    duplicate() {
      const [next, id] = duplicateStep(funnel, newPartId, stepId);
      change(next);
      if (id) choose(id);
    },
    remove() {
      if (funnel.steps.length === 1) return say('A funnel needs at least one page.');
      const at = funnel.steps.findIndex(({ id }) => id === stepId);
      change(removeStep(funnel, stepId));
      choose((funnel.steps[at + 1] ?? funnel.steps[at - 1])?.id ?? '');
      say(`${funnel.steps[at]?.name ?? 'The step'} was deleted. Use Undo to restore it.`);
    },
  });
  return (
    <section aria-label="Steps">
      <Row className="justify-between">
        <h2 className="text-13 text-muted">Steps</h2>
        <Menu
          label={
            <>
              <Icon of={Plus} size={16} /> Add step
            </>
          }
          align="end"
          chevron={false}
        >
          {stepKinds.map((kind) => (
            <MenuItem
              key={kind}
              onAct={() => {
                const [next, id] = addStep(funnel, newPartId, kind, step.id);
                if (!id) return say('A funnel can have up to 200 steps.');
                change(next);
                choose(id);
              }}
            >
              {kindNames[kind]}
            </MenuItem>
          ))}
        </Menu>
      </Row>
      <ol onKeyDown={(event) => onKeys(event, actsOf)}>
        {funnel.steps.map((one) => (
          <li key={one.id} data-id={one.id}>
            <RailItem current={one === step} note={kindNames[one.kind]} onAct={() => choose(one.id)}>
              {one.name}
            </RailItem>
          </li>
        ))}
      </ol>
      <Acts of="step" acts={actsOf(step.id)} />
    </section>
  );
}

function Blocks({ work }: { work: Work }) {
  const { editing, choose, blockId, write } = work;
  const { funnel, change } = editing;
  const step = currentStep(work);
  const block = step.blocks.find(({ id }) => id === blockId);
  const { over, lift } = useListDrag((id, onto) =>
    change(placeBlock(funnel, step.id, id, onto, step.blocks.find((one) => one.id === onto)?.within)),
  );

  const { insert, paste, of: actsOf } = blockActs(work);
  return (
    <section aria-label="Blocks">
      <Row className="justify-between">
        <h2 className="text-13 text-muted">Blocks</h2>
        <Menu
          label={
            <>
              <Icon of={Plus} size={16} /> Add block
            </>
          }
          align="end"
          chevron={false}
        >
          {blockTypes.map((type) => (
            <MenuItem key={type} onAct={() => insert([freshBlock(newPartId, type)], blockId)}>
              {specOf(type).label}
            </MenuItem>
          ))}
          <MenuDivider />
          <MenuItem shortcut="mod+c" disabled={!block} onAct={() => block && actsOf(block.id).copy?.()}>
            Copy block
          </MenuItem>
          <MenuItem shortcut="mod+v" onAct={() => paste(blockId)}>
            Paste block
          </MenuItem>
        </Menu>
      </Row>
      <ol onKeyDown={(event) => onKeys(event, actsOf)}>
        {inReadingOrder(step.blocks).map((one) => (
          <li
            key={one.id}
            data-id={one.id}
            className={`data-over:outline-2 data-over:outline-ink ${one.within ? 'pl-16' : ''}`}
            data-over={one.id === over || undefined}
            onPointerDown={lift(one.id)}
          >
            <RailItem
              current={one.id === blockId}
              onAct={() =>
                one.id === blockId ? write({ blockId: one.id, at: 'all' }) : choose(step.id, one.id)
              }
            >
              <span className="line-clamp-1">{blockName(one)}</span>
            </RailItem>
          </li>
        ))}
      </ol>
      {step.blocks.length === 0 && <p className="text-muted">This page is empty. Add its first block.</p>}
      {block && <Acts of="block" acts={actsOf(block.id)} />}
    </section>
  );
}
