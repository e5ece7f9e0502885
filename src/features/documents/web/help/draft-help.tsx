import { useEffect, useRef, useState } from 'react';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { clauseWords, readable } from '#features/documents/rules/drafting/clause-words.ts';
import { type Block, linesOf, runsText } from '#features/documents/rules/assembly/doc.ts';
import type { Finding } from '#features/documents/rules/answers/review.ts';
import type { Section } from '#features/documents/rules/template/sections.ts';
import { allFields, type Template } from '#features/documents/rules/template/template.ts';
import { risksIn } from '#features/documents/rules/help/help.ts';
import type { Interview } from '../generator/use-answers.ts';
import { HelpPanel } from './help-panel.tsx';
import { type Change, changedMeanwhile, type Passage } from './passage.ts';

interface DraftHelpProps {
  template: Template;
  state: Interview;
  findings: Finding[];
  onGoTo: (field: string) => void;
  hasModel: boolean;
  /** Clauses of this copy, and how one gets other words; null gives it back the library's. Left out: they are read only. */
  sections?: readonly Section[];
  onClause?: (id: string, text: string | null) => void;
}

const none: readonly Section[] = [];

/** Help beside a generated document: what its writer typed and what the library says can be changed and explained. */
export function DraftHelp({
  template,
  state,
  findings,
  onGoTo,
  hasModel,
  sections = none,
  onClause,
}: DraftHelpProps) {
  const { answers, date, answer } = state;
  const doc = assemble(template, answers, { date });
  // A proposal may come when what it is made from has changed.
  const latest = useRef({ template, answers, sections });
  useEffect(() => {
    latest.current = { template, answers, sections };
  });
  const own = allFields(template).flatMap(({ name, label, kind }): Passage[] => {
    const text = answers[name];
    return kind.type === 'longtext' && typeof text === 'string' && text.trim() !== ''
      ? [{ id: name, label, text, onChange: (next) => exchange(name, text, next) }]
      : [];
  });
  const exchange = (name: string, before: string, after: string): Change => {
    if (latest.current.answers[name] !== before) return { refused: changedMeanwhile };
    answer(name, after);
    return {
      undo() {
        if (latest.current.answers[name] !== after) return changedMeanwhile;
        answer(name, before);
        return null;
      },
    };
  };
  const exchangeClause = (id: string, before: string, after: string): Change => {
    const now = latest.current;
    if (clauseWords(now.template, id, now.answers, date) !== before) return { refused: changedMeanwhile };
    const changedBefore = now.sections.find(({ clause }) => clause === id)?.text ?? null;
    onClause?.(id, after);
    return {
      undo() {
        if (latest.current.sections.find(({ clause }) => clause === id)?.text !== after)
          return changedMeanwhile;
        onClause?.(id, changedBefore);
        return null;
      },
    };
  };
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
        ...(words !== null && { shown }),
        ...(words !== null &&
          onClause && { onChange: (next: string) => exchangeClause(block.id, words, next) }),
        ...(isChanged && onClause && { onReset: () => onClause(block.id, null) }),
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
  const passage: Passage = { id: `#selected ${text}`, label: 'Selection', text };
  const home = own.find((one) => one.text.includes(text));
  const change = home?.onChange;
  if (home && change) {
    const at = home.text.indexOf(text);
    const around = [home.text.slice(0, at), home.text.slice(at + text.length)] as const;
    return { ...passage, around, onChange: (next) => change(`${around[0]}${next}${around[1]}`) };
  }
  for (const { text: words, shown, onChange, label } of clauses) {
    if (!shown || !onChange) continue;
    const lines = words.split('\n');
    const at = lines.findIndex((line) => oneSpace(shown(line)).includes(oneSpace(text)));
    const line = lines[at];
    if (line === undefined) continue;
    return {
      ...passage,
      label: `Selection in ${label}`,
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
