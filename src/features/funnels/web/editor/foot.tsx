import Redo from '#ui/icons/redo-2.ts';
import Undo from '#ui/icons/undo-2.ts';
import { IconButton } from '#ui/button.tsx';
import { Segments } from '#ui/segments.tsx';
import { specOf } from '../../rules/blocks.ts';
import { currentBlock, currentStep, type Part, type Work } from './state.ts';

interface FootProps {
  work: Work;
  part: Part;
  onPart(part: Part): void;
  /** What the middle one is. */
  canvas: 'Page' | 'Map';
}

/** At the foot of a narrow screen: the lists, the page or the fields, and what they are about. */
export function Foot({ work, part, onPart, canvas }: FootProps) {
  const { editing } = work;
  const block = canvas === 'Page' && currentBlock(work);
  return (
    <>
      <p className="line-clamp-1 w-full text-13 text-muted">
        {currentStep(work).name}
        {block && ` · ${specOf(block.type).label} selected`}
        {block && part === 'canvas' && '. Tap a text to edit it'}
      </p>
      <Segments
        label="Show"
        value={part}
        onChange={(next) => {
          onPart(next);
          window.scrollTo(0, 0);
        }}
        options={[
          { value: 'rail', label: 'Steps' },
          { value: 'canvas', label: canvas },
          { value: 'inspector', label: 'Edit' },
        ]}
      />
      <div className="ml-auto flex">
        <IconButton icon={Undo} label="Undo" disabled={!editing.canUndo} onClick={editing.undo} />
        <IconButton icon={Redo} label="Redo" disabled={!editing.canRedo} onClick={editing.redo} />
      </div>
    </>
  );
}
