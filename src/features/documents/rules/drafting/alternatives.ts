import { assemble, type AssembleOptions } from '../assembly/assemble.ts';
import { reasonsOf } from '../template/condition-words.ts';
import { type Block, type Doc, linesOf, type Run, runText } from '../assembly/doc.ts';
import { gather } from '../answers/evaluate.ts';
import { toHtml } from '../formats/html.ts';
import type { Branch, Inline, Node, Template } from '../template/template.ts';
import type { Answers } from '../answers/values.ts';
import { chosen } from '../assembly/wording.ts';

/** A part that these answers leave out, ready to be put in by hand. */
export interface Alternative {
  /** What would have to be answered for it to stand there by itself. */
  when: string;
  words: string;
  html: string;
  /** The clause it belongs into or behind; null at the beginning. */
  after: string | null;
}

/** Every clause, paragraph and wording that other answers would have brought. */
export function alternativesOf(
  template: Template,
  answers: Answers,
  options: AssembleOptions,
): Alternative[] {
  const facts = gather(template, answers, options.date);
  const reasons = reasonsOf(template);
  const found: Alternative[] = [];

  const add = (when: string, body: Node[]): void => {
    const part = between(assemble({ ...template, body }, answers, options).blocks, null);
    const words = part?.blocks.length ? [...linesOf(part.blocks)].map(bareWords).filter(Boolean) : [];
    if (!part || words.length === 0) return;
    const blocks = part.blocks.map((block) => ({ ...block, why: `Added by hand, meant for: ${when}` }));
    const html = toHtml({ blocks, notice: '' } as Pick<Doc, 'blocks' | 'notice'> as Doc);
    found.push({ when, words: words.slice(0, 2).join(': '), html, after: part.clause });
  };

  /** `whole` puts what stands in place of these nodes back into the document around them. */
  function walk(nodes: Node[], whole: (nodes: Node[]) => Node[]): void {
    nodes.forEach((node, index) => {
      const swap = (made: Node[]) => whole([...nodes.slice(0, index), ...made, ...nodes.slice(index + 1)]);
      if (node.n === 'if') {
        const now = chosen(node.branches, facts);
        for (const branch of node.branches) {
          if (branch !== now) add(reasons.of(node.branches, branch), swap([opens, ...branch.body, closes]));
          else walk(branch.body, (body) => swap([{ n: 'if', branches: [{ when: null, body }] }]));
        }
        return;
      }
      if (node.n === 'para' || node.n === 'sub' || node.n === 'item')
        for (const [at, words] of otherWordings(node.words, (branches) => chosen(branches, facts)))
          add(reasons.of(...at), swap([opens, { ...node, words }, closes]));
      if (node.n === 'clause' || node.n === 'sub' || node.n === 'item')
        walk(node.body, (body) => swap([{ ...node, body }]));
    });
  }
  walk(template.body, (body) => body);
  return found;
}

type Which = [branches: Branch<Inline>[], branch: Branch<Inline>];

/** The same line with one of its conditions decided otherwise. */
function otherWordings(
  words: Inline[],
  now: (branches: Branch<Inline>[]) => Branch<Inline> | undefined,
): [Which, Inline[]][] {
  return words.flatMap((inline, index) =>
    inline.i === 'if'
      ? inline.branches
          .filter((branch) => branch !== now(inline.branches))
          .map((branch): [Which, Inline[]] => [
            [inline.branches, branch],
            [...words.slice(0, index), ...branch.body, ...words.slice(index + 1)],
          ])
      : [],
  );
}

const marked = (text: string): Node => ({ n: 'para', words: [{ i: 'text', text }] });
const [opening, closing] = ['\ue000', '\ue001'];
const [opens, closes] = [marked(opening), marked(closing)];

function between(blocks: Block[], clause: string | null): { blocks: Block[]; clause: string | null } | null {
  const at = (mark: string) =>
    blocks.findIndex((block) => block.b === 'para' && bareWords(block.runs) === mark);
  const [from, to] = [at(opening), at(closing)];
  if (from >= 0) {
    const before = blocks.slice(0, from).findLast((block) => block.b === 'clause');
    return { blocks: blocks.slice(from + 1, to), clause: before?.b === 'clause' ? before.id : clause };
  }
  for (const block of blocks) {
    const inner =
      block.b === 'clause' || block.b === 'sub'
        ? between(block.blocks, block.b === 'clause' ? block.id : clause)
        : block.b === 'list'
          ? between(
              block.items.flatMap((item) => item.blocks),
              clause,
            )
          : null;
    if (inner) return inner;
  }
  return null;
}

/** A line without its references, whose numbers change: as a text is recognised again. */
export const bareWords = (runs: Run[]): string =>
  runs
    .filter((run) => run.r !== 'ref')
    .map(runText)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

/** Why each line is there, by its words: for a text that was saved without saying so. */
export function reasonsByWords(
  template: Template,
  answers: Answers,
  options: AssembleOptions,
): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (blocks: Block[]): void => {
    for (const block of blocks) {
      if ((block.b === 'clause' || block.b === 'sub' || block.b === 'para') && block.why)
        found.set(bareWords(block.b === 'clause' ? block.heading : block.runs), block.why);
      if (block.b === 'clause' || block.b === 'sub') walk(block.blocks);
    }
  };
  walk(assemble(template, answers, { ...options, reasons: true }).blocks);
  return found;
}
