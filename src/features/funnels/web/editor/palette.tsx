import { blockTypes, specOf, type BlockType } from '../../rules/blocks.ts';
import { freshBlock } from '../../rules/make.ts';
import { newPartId } from '../store.ts';
import { blockActs } from './block-acts.ts';
import { liftNew } from './drag.ts';
import type { Work } from './state.ts';

/** Every block there is: dragged onto the page, or pressed to stand below the chosen one. */
export function Palette({ work }: { work: Work }) {
  const { insert } = blockActs(work);
  const add = (type: BlockType) => insert([freshBlock(newPartId, type)], work.blockId);
  return (
    <section aria-label="Palette" className="max-lg:hidden">
      <h2 className="text-13 text-muted">Drag onto the page</h2>
      <ul className="mt-8 grid grid-cols-2 gap-4">
        {blockTypes.map((type) => (
          <li key={type}>
            <button
              type="button"
              title={specOf(type).about}
              className="min-h-tool w-full cursor-grab border border-hairline bg-surface px-8 py-4 text-left text-13 hover:border-control"
              onPointerDown={(event) => {
                if (event.button === 0 && event.pointerType !== 'touch') liftNew(type, event.nativeEvent);
              }}
              onClick={() => add(type)}
            >
              {specOf(type).label}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
