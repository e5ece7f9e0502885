import { type ReactNode } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import Down from '#ui/icons/arrow-down.ts';
import Up from '#ui/icons/arrow-up.ts';
import Copy from '#ui/icons/copy.ts';
import Plus from '#ui/icons/plus.ts';
import Trash from '#ui/icons/trash-2.ts';
import { Menu, MenuHead, MenuItem } from '#ui/menu.tsx';
import type { Block, BlockKind } from '../rules/blocks.ts';
import { blockNames, blockWords } from '../rules/edits.ts';
import { BlockForm } from './block-form.tsx';
import type { BlockActs, Gone } from './use-blocks.ts';

interface BlockListProps {
  blocks: readonly Block[];
  /** By place and field: `2.label`. */
  faults: Readonly<Record<string, string>>;
  acts: BlockActs;
  gone: Gone | null;
  kinds: readonly BlockKind[];
}

/** The blocks of a mail from top to bottom, each with its form. */
export function BlockList({ blocks, faults, acts, gone, kinds }: BlockListProps) {
  const rows: ReactNode[] = blocks.map((block, index) => (
    <BlockRow
      key={block.id}
      block={block}
      index={index}
      last={blocks.length - 1}
      faults={faultsAt(faults, index)}
      acts={acts}
      kinds={kinds}
    />
  ));
  if (gone) rows.splice(gone.index, 0, <GoneRow key="gone" gone={gone} undo={acts.undo} />);
  return <ol aria-label="Blocks">{rows}</ol>;
}

const faultsAt = (faults: Readonly<Record<string, string>>, index: number) =>
  Object.fromEntries(
    Object.entries(faults)
      .filter(([path]) => path.startsWith(`${index}.`))
      .map(([path, words]) => [path.slice(`${index}.`.length), words]),
  );

interface BlockRowProps {
  block: Block;
  index: number;
  last: number;
  faults: Readonly<Record<string, string>>;
  acts: BlockActs;
  kinds: readonly BlockKind[];
}

function BlockRow({ block, index, last, faults, acts, kinds }: BlockRowProps) {
  const name = blockWords(block);
  const { id } = block;
  return (
    <li data-block={id} className="border-t border-hairline pt-8 pb-16">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-8">
        <h4 className="text-13 font-medium text-muted">{blockNames[block.kind]}</h4>
        <div className="flex items-center">
          <IconButton
            icon={Up}
            size="tool"
            label={`Move up: ${name}`}
            data-act="up"
            aria-disabled={index === 0 || undefined}
            onClick={() => acts.move(id, -1)}
          />
          <IconButton
            icon={Down}
            size="tool"
            label={`Move down: ${name}`}
            data-act="down"
            aria-disabled={index === last || undefined}
            onClick={() => acts.move(id, 1)}
          />
          <AddBlock
            kinds={kinds}
            name={`Add a block before: ${name}`}
            add={(kind) => acts.add(kind, index)}
          />
          <IconButton
            icon={Copy}
            size="tool"
            label={`Duplicate: ${name}`}
            onClick={() => acts.duplicate(id)}
          />
          <IconButton icon={Trash} size="tool" label={`Remove: ${name}`} onClick={() => acts.remove(id)} />
        </div>
      </div>
      <div data-form>
        <BlockForm block={block} faults={faults} set={acts.change} />
      </div>
    </li>
  );
}

/** In its place until something else is done, so that it comes back where it was. */
function GoneRow({ gone, undo }: { gone: Gone; undo(): void }) {
  return (
    <li
      data-block="gone"
      className="flex flex-wrap items-center justify-between gap-8 border-t border-hairline py-8"
    >
      <p className="text-15 text-muted">Removed: {blockWords(gone.block)}</p>
      <Button size="tool" data-act="undo" onClick={undo}>
        Undo
      </Button>
    </li>
  );
}

interface AddBlockProps {
  kinds: readonly BlockKind[];
  /** Left out at the end of the list, where the words are shown. */
  name?: string;
  label?: string;
  add(kind: BlockKind): void;
}

export function AddBlock({ kinds, name, label, add }: AddBlockProps) {
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
      {kinds.map((kind) => (
        <MenuItem key={kind} onAct={() => add(kind)}>
          {blockNames[kind]}
        </MenuItem>
      ))}
    </Menu>
  );
}
