import { useState } from 'react';
import { Checkbox } from '#ui/choice.tsx';
import { Stack } from '#ui/page.tsx';
import { Segments } from '#ui/segments.tsx';
import type { Block, LookAt, Width } from '../../rules/contract.ts';
import { changeBlock, placeBlock } from '../../rules/edit.ts';
import { childrenOf, mayNest } from '../../rules/nesting.ts';
import { Choice } from './fields.tsx';
import { currentStep, type Work } from './state.ts';

const shows = { all: 'Everywhere', phone: 'Phones only', desktop: 'Desktop only' };
const tones = { plain: 'White', tinted: 'Tinted', accent: 'Accent color' };
const aligns = { start: 'Left', center: 'Centered' };
const alignsAt: Record<Width, Record<string, string>> = {
  wide: aligns,
  phone: { same: 'Same as desktop', ...aligns },
};
const rooms = { usual: 'Default', none: 'None', small: 'Small', large: 'Large' };
const sizes = { usual: 'Default', small: 'Smaller', large: 'Larger' };
const columnCounts = { usual: 'Auto', '1': '1', '2': '2', '3': '3', '4': '4' };
const hasItems = new Set<Block['type']>(['columns', 'features', 'testimonials']);

/** How a block looks, for each width where that differs, and where it stands. */
export function LookPanel({ work, block }: { work: Work; block: Block }) {
  const { editing } = work;
  const step = currentStep(work);
  const [width, setWidth] = useState<Width>('wide');
  const change = (next: (block: Block) => Block) =>
    editing.change((now) => changeBlock(now, step.id, block.id, next));
  const look = block.at?.[width] ?? {};
  const setLook = (next: LookAt) => change((one) => ({ ...one, at: { ...one.at, [width]: next } }));
  const align = width === 'phone' ? (block.alignPhone ?? 'same') : block.align;
  return (
    <Stack gap={12} className="border-t border-hairline pt-16">
      <Choice
        label="Background"
        value={block.tone}
        of={tones}
        onChange={(tone) => change((one) => ({ ...one, tone }))}
      />
      <Choice
        label="Visible on"
        value={block.show}
        of={shows}
        onChange={(show) => change((one) => ({ ...one, show }))}
      />
      {mayNest(block) && <PlaceChoice work={work} block={block} />}
      <Segments
        label="Edit the look for"
        value={width}
        onChange={setWidth}
        options={[
          { value: 'wide', label: 'Desktop' },
          { value: 'phone', label: 'Phones' },
        ]}
      />
      <Choice
        label="Text alignment"
        value={align}
        of={alignsAt[width]}
        onChange={(to) => {
          if (width === 'phone') change((one) => ({ ...one, alignPhone: to === 'same' ? null : to }));
          else if (to !== 'same') change((one) => ({ ...one, align: to }));
        }}
      />
      <Choice
        label="Spacing"
        value={look.room ?? 'usual'}
        of={rooms}
        onChange={(to) => {
          const { room: _before, ...rest } = look;
          setLook(to === 'usual' ? rest : { ...rest, room: to });
        }}
      />
      <Choice
        label="Text size"
        value={look.size ?? 'usual'}
        of={sizes}
        onChange={(to) => {
          const { size: _before, ...rest } = look;
          setLook(to === 'usual' ? rest : { ...rest, size: to });
        }}
      />
      {hasItems.has(block.type) && (
        <Choice
          label="Side by side"
          value={(look.columns === undefined ? 'usual' : String(look.columns)) as keyof typeof columnCounts}
          of={columnCounts}
          onChange={(to) => {
            const { columns: _before, ...rest } = look;
            setLook(to === 'usual' ? rest : { ...rest, columns: Number(to) });
          }}
        />
      )}
      {(hasItems.has(block.type) || block.type === 'hero') && (
        <Checkbox
          label={block.type === 'hero' ? 'Image first' : 'Reverse order'}
          checked={look.isReversed ?? false}
          onChange={({ target }) => setLook({ ...look, isReversed: target.checked })}
        />
      )}
    </Stack>
  );
}

/** The same as dragging it into a column, without a pointer. */
function PlaceChoice({ work, block }: { work: Work; block: Block }) {
  const { editing } = work;
  const step = currentStep(work);
  const groups = step.blocks.filter(({ type, id }) => type === 'columns' && id !== block.id);
  if (groups.length === 0) return null;
  const places: Record<string, string> = { page: 'Page' };
  for (const [nth, group] of groups.entries()) {
    const name = group.values['title'] || (groups.length === 1 ? 'Columns' : `Columns ${nth + 1}`);
    for (const [column] of group.items.entries())
      places[`${group.id} ${column}`] = `${name}, column ${column + 1}`;
  }
  const { within } = block;
  return (
    <Choice
      label="Inside"
      value={within ? `${within.block} ${within.column}` : 'page'}
      of={places}
      onChange={(to) => {
        const [id = '', column = '0'] = to.split(' ');
        const group = groups.find((one) => one.id === id);
        const place = group && { block: id, column: Number(column) };
        // Out of a column it stands behind the columns it was in.
        const last = within && childrenOf(step.blocks, { id: within.block }).at(-1);
        const after = last && step.blocks[step.blocks.indexOf(last) + 1];
        editing.change(
          placeBlock(editing.funnel, step.id, block.id, place ? null : (after?.id ?? null), place),
        );
      }}
    />
  );
}
