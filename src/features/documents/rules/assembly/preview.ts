import type { Branch, Inline, Node, Template } from '../template/template.ts';

/** How much of its text a document that costs something shows before it is bought. */
export const shownShare = 0.25;

const standIn: Node = {
  n: 'para',
  words: [
    {
      i: 'text',
      text: 'The full text comes with this document. Its headings are below.',
      italic: true,
    },
  ],
};

const lengthOfAnswer = 20;
const lengthOf = (words: readonly Inline[]): number =>
  words.reduce((sum, word) => {
    if (word.i === 'text' || word.i === 'term') return sum + word.text.length;
    if (word.i === 'field') return sum + lengthOfAnswer;
    return sum + (word.i === 'if' ? word.branches.reduce((all, { body }) => all + lengthOf(body), 0) : 0);
  }, 0);

/** The letters of a text, every way it can go; headings and what they say in plain words are no part of it. */
export const textLength = (nodes: readonly Node[]): number =>
  nodes.reduce((sum, node) => {
    const own = sum + ('words' in node ? lengthOf(node.words) : 0);
    if (node.n === 'row') return own + node.cells.reduce((all, cell) => all + lengthOf(cell), 0);
    if (node.n === 'if') return own + node.branches.reduce((all, { body }) => all + textLength(body), 0);
    return 'body' in node ? own + textLength(node.body) : own;
  }, 0);

/** The beginning of a document, then its headings: what it asks and how it is built, and not the text that is sold. */
export function previewOf(template: Template): Template {
  let left = textLength(template.body) * shownShare;
  let isCut = false;

  const shown = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => shownOne(node));
  const branches = (all: readonly Branch<Node>[]) =>
    all.map(({ when, body }) => ({ when, body: shown(body) }));

  function shownOne(node: Node): Node[] {
    if (node.n === 'title' || node.n === 'part') return [node];
    if (node.n === 'clause') return [{ ...node, body: shown(node.body) }];
    if (node.n === 'if') return [{ ...node, branches: branches(node.branches) }];
    if (node.n === 'each') return [{ ...node, body: shown(node.body) }];
    left -= textLength([node]);
    if (!isCut && left >= 0) return [node];
    const isFirst = !isCut;
    isCut = true;
    return isFirst ? [standIn] : [];
  }

  return { ...template, body: shown(template.body) };
}
