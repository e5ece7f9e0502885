import { useEffect, useState } from 'react';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { type Section, withSections } from '#features/documents/rules/template/sections.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { Paper } from '#ui/paper.tsx';
import { DocView } from '../doc-view.tsx';
import { today } from '../today.ts';

interface StreamedProps {
  template: Template;
  answers: Answers;
  sections: Section[];
  isDone: boolean;
  onShown: () => void;
}

const everyMs = 60;

/** The document as it comes: a part at a time, and at once from when a model writes into it, or for whoever wants no motion. */
export function Streamed({ template, answers, sections, isDone, onShown }: StreamedProps) {
  const [count, setCount] = useState(1);
  const [first] = useState(answers);
  const isWrittenInto = answers !== first || sections.length > 0;
  const [date] = useState(today);
  const { blocks, title } = assemble(withSections(template, sections), answers, { date });
  const shown = isWrittenInto ? blocks.length : count;
  const isAllShown = shown >= blocks.length;
  useEffect(() => {
    if (isAllShown) return undefined;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setTimeout(() => setCount((old) => (still ? blocks.length : old + 1)), everyMs);
    return () => clearTimeout(timer);
  }, [count, isAllShown, blocks.length]);
  useEffect(() => {
    if (isDone && isAllShown) onShown();
  }, [isDone, isAllShown, onShown]);
  return (
    <Paper label={`Draft of ${title}`}>
      <DocView blocks={blocks.slice(0, shown)} />
      <div aria-hidden="true" className="ui-mono text-muted">
        {isDone && isAllShown ? '' : '…'}
      </div>
    </Paper>
  );
}
