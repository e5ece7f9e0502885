import { useEffect, useState } from 'react';
import { assemble } from '#features/documents/rules/assemble.ts';
import { type Block, linesOf, runsText } from '#features/documents/rules/doc.ts';
import type { Finding } from '#features/documents/rules/review.ts';
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
}

/** Help beside a generated document: what its writer typed can be changed, its clauses can be explained. */
export function DraftHelp({ template, state, findings, onGoTo, hasModel }: DraftHelpProps) {
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
    const label = `${block.number ? `${block.number}. ` : ''}${runsText(block.heading)}`;
    return [{ id: `#${block.id}`, label, text: wordsOf(block.blocks), ...(meaning && { meaning }) }];
  });
  const risks = risksIn(template, doc, wordsOf(doc.blocks), findings, answers);
  const whole: Passage = { id: '#whole', label: 'The whole document', text: wordsOf(doc.blocks) };
  const selected = useSelected();
  const passages = [...own, whole, ...clauses];
  return (
    <HelpPanel
      passages={selected === '' ? passages : [selection(selected, own), ...passages]}
      risks={risks}
      onGoTo={onGoTo}
      hasModel={hasModel}
    />
  );
}

/** What is marked in the page can be changed where it stands in an answer, and else explained. */
function selection(text: string, own: Passage[]): Passage {
  const home = own.find((passage) => passage.text.includes(text));
  return {
    id: `#selected ${text}`,
    label: 'What you selected',
    text,
    ...(home && { onChange: (next: string) => home.onChange?.(home.text.replace(text, () => next)) }),
  };
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
