import { carriedTo, sharedWith } from '#features/documents/rules/answers/shared-answers.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { type Block, runsText } from '#features/documents/rules/assembly/doc.ts';
import { allFields, type Template } from '#features/documents/rules/template/template.ts';

/** What can be made of a signed agreement: a change of it, and its end. */
export const afterKinds = ['amendment', 'termination-notice'] as const;

export interface Signed {
  /** What it was made of; null where it was a text of somebody's own. */
  template: Template | null;
  answers: Answers;
  title: string;
  blocks: readonly Block[];
  /** YYYY-MM-DD */
  signedOn: string;
  /** How many amendments there are already. */
  amendments: number;
}

/** The name that the document gives itself, which others refer to it by. */
export const nameOf = (blocks: readonly Block[], title: string): string => {
  const own = blocks.find((block) => block.b === 'title');
  return (own?.b === 'title' ? runsText(own.runs) : '').trim() || title;
};

/** What a document that follows begins with: who they are, which contract, from when, and the clause that allows it. */
export function answersAfter(to: Template, signed: Signed): Record<string, unknown> {
  const { template, answers, title, blocks, signedOn, amendments } = signed;
  const clause = noticeClause(blocks);
  const known: Record<string, unknown> = {
    contract: nameOf(blocks, title),
    contractDate: signedOn,
    number: String(amendments + 1),
    ...(clause && { clause }),
    ...(answers['notice'] !== undefined && { period: answers['notice'] }),
  };
  const asked = new Set(allFields(to).map(({ name }) => name));
  return {
    ...(template && carriedTo(sharedWith(template, to), answers, null)),
    ...Object.fromEntries(Object.entries(known).filter(([name]) => asked.has(name))),
  };
}

/** Our documents call it `notice`, and the clause around it `ending`. */
function noticeClause(blocks: readonly Block[]): string | null {
  for (const block of blocks) {
    if (block.b !== 'clause') continue;
    const sub = block.blocks.find((one) => one.b === 'sub' && one.id === 'notice');
    if (sub?.b === 'sub' && sub.number !== '') return `clause ${sub.number}`;
  }
  const ending = blocks.find((block) => block.b === 'clause' && block.id === 'ending');
  return ending?.b === 'clause' && ending.number !== '' ? `clause ${ending.number}` : null;
}

/** Whether these answers speak of that agreement: its name, and its day, which begins elsewhere at another hour. */
export function speaksOf(answers: Record<string, unknown> | null, name: string, endedAt: Date): boolean {
  const [contract, date] = [answers?.['contract'], answers?.['contractDate']];
  if (typeof contract !== 'string' || typeof date !== 'string') return false;
  const apart = Math.abs(Date.parse(`${date}T12:00:00Z`) - endedAt.getTime());
  return contract.trim().toLowerCase() === name.toLowerCase() && apart <= 36 * 3_600_000;
}
