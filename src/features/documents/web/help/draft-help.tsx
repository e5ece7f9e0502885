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
  hasModel: boolean;
}

/** Help beside a generated document: what its writer typed can be changed, its clauses can be explained. */
export function DraftHelp({ template, state, findings, hasModel }: DraftHelpProps) {
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
  const goTo = (field: string) => {
    const question = document.querySelector<HTMLElement>(`[data-question="${CSS.escape(field)}"]`);
    question?.scrollIntoView({ block: 'center' });
    question?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  };
  return <HelpPanel passages={[...own, ...clauses]} risks={risks} onGoTo={goTo} hasModel={hasModel} />;
}

const wordsOf = (blocks: Block[]): string => [...linesOf(blocks)].map(runsText).join('\n');
