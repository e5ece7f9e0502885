import { useEffect, useState } from 'react';
import { assemble } from '#features/documents/rules/assemble.ts';
import { clauseWords, readable } from '#features/documents/rules/clause-words.ts';
import { type Block, linesOf, runsText } from '#features/documents/rules/doc.ts';
import type { Finding } from '#features/documents/rules/review.ts';
import type { Section } from '#features/documents/rules/sections.ts';
import { allFields, type Template } from '#features/documents/rules/template.ts';
import { risksIn } from '#features/documents/rules/writer/help.ts';
import type { Interview } from '../generator/use-answers.ts';
import { HelpPanel, type Passage } from './help-panel.tsx';

interface DraftHelpProps {
  template: Template;
  state: Interview;
  findings: Finding[];
  onGoTo: (field: string) => void;
  hasModel: boolean;
  /** Clauses of this copy, and how one gets other words; null gives it back the library's. */
  sections: readonly Section[];
  onClause: (id: string, text: string | null) => void;
}

/** Help beside a generated document: what its writer typed and what the library says can be changed and explained. */
export function DraftHelp({
  template,
  state,
  findings,
  onGoTo,
  hasModel,
  sections,
  onClause,
}: DraftHelpProps) {
  const { answers, date, answer } = state;
  const doc = assemble(template, answers, { date });
  const own = allFields(template).flatMap(({ name, label, kind }): Passage[] => {
    const text = answers[name];
    return kind.type === 'longtext' && typeof text === 'string' && text.trim() !== ''
      ? [{ id: name, label, text, onChange: (next) => answer(name, next) }]
      : [];
  });
  const clauses = doc.blocks.flatMap((block): Passage[] => {
    if (block.b !== 'clause') return [];
    const meaning = runsText(block.summary);
    const shown = readable(linesOf(block.blocks));
    const words = clauseWords(template, block.id, answers, date);
    const isChanged = sections.some(({ clause }) => clause === block.id);
    const label = `${block.number ? `${block.number}. ` : ''}${runsText(block.heading)}`;
    return [
      {
        id: `#${block.id}`,
        label: isChanged ? `${label} (changed)` : label,
        text: words ?? wordsOf(block.blocks),
        ...(meaning && { meaning }),
        ...(words !== null && { shown, onChange: (next: string) => onClause(block.id, next) }),
        ...(isChanged && { onReset: () => onClause(block.id, null) }),
      },
    ];
  });
  const risks = risksIn(template, doc, wordsOf(doc.blocks), findings, answers);
  const whole: Passage = { id: '#whole', label: 'The whole document', text: wordsOf(doc.blocks) };
  const selected = useSelected();
  const passages = [...own, whole, ...clauses];
  return (
    <HelpPanel
      passages={selected === '' ? passages : [selection(selected, own, clauses), ...passages]}
      risks={risks}
      onGoTo={onGoTo}
      hasModel={hasModel}
    />
  );
}

const oneSpace = (text: string): string => text.replace(/\s+/g, ' ');

/** What is marked in the page can be changed where it stands: in an answer, or in the line of a clause that holds it. */
function selection(text: string, own: Passage[], clauses: Passage[]): Passage {
  const passage: Passage = { id: `#selected ${text}`, label: 'What you selected', text };
  const home = own.find((one) => one.text.includes(text));
  if (home) return { ...passage, onChange: (next) => home.onChange?.(home.text.replace(text, () => next)) };
  for (const { text: words, shown, onChange, label } of clauses) {
    if (!shown || !onChange) continue;
    const lines = words.split('\n');
    const at = lines.findIndex((line) => oneSpace(shown(line)).includes(oneSpace(text)));
    const line = lines[at];
    if (line === undefined) continue;
    return {
      ...passage,
      label: `What you selected, in ${label}`,
      text: line,
      shown,
      onChange: (next) => onChange(lines.toSpliced(at, 1, next.replace(/\n+/g, ' ')).join('\n')),
    };
  }
  return passage;
}

/** The words that are selected in the page of the document; the last ones while other things are pressed. */
function useSelected(): string {
  const [text, setText] = useState('');
  useEffect(() => {
    const hear = () => {
      const marked = document.getSelection();
      const node = marked?.anchorNode;
      const element = node instanceof Element ? node : node?.parentElement;
      if (element?.closest('.ui-paper')) setText(marked?.toString().trim().slice(0, 10_000) ?? '');
    };
    document.addEventListener('selectionchange', hear);
    return () => document.removeEventListener('selectionchange', hear);
  }, []);
  return text;
}

const wordsOf = (blocks: Block[]): string => [...linesOf(blocks)].map(runsText).join('\n');
