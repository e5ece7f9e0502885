import type { Editor } from '@tiptap/core';
import { Fragment, type Node, type Schema } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { diffWords } from '#features/documents/rules/help/help.ts';

/** A line of words in the text: a paragraph, a heading, a cell. Blanks are {{field}} in it, references [[id]]. */
interface Line {
  pieces: { from: number; text: string; pos: number; node: Node | null; size: number }[];
  text: string;
  /** Which clause it belongs to; null before the first. */
  clause: string | null;
  isHeading: boolean;
}

/** Words of the open text that can be helped with, and how they get others in their place. */
export interface TextPassage {
  id: string;
  label: string;
  text: string;
  /** What stands before and after it, where it is a part of a line. */
  around?: readonly [before: string, after: string];
  shown: (text: string) => string;
  /** Null when it was put in place; else why not, in words. */
  change: (after: string) => string | null;
}

/** What is marked, the whole, and each clause, as they stand now. */
export function textPassages(editor: Editor): TextPassage[] {
  const lines = linesIn(editor.state.doc);
  const passages: TextPassage[] = [];
  const marked = selected(editor, lines);
  if (marked) passages.push(marked);
  passages.push(passage(editor, '#whole', 'The whole document', lines));
  const heads = lines.filter(({ isHeading }) => isHeading);
  heads.forEach((head, index) => {
    const own = lines.filter((line) => !line.isHeading && line.clause === head.clause);
    const label = shownBy([head])(head.text);
    if (own.length > 0) passages.push(passage(editor, `#${index}`, label, own));
  });
  return passages;
}

function linesIn(doc: Node): Line[] {
  const lines: Line[] = [];
  let clause: string | null = null;
  doc.descendants((node, at) => {
    if (node.type.name === 'signatures') return false;
    if (!node.isTextblock) return true;
    const isHeading = node.type.name === 'clause';
    if (isHeading) clause = String(at);
    const line: Line = { pieces: [], text: '', clause, isHeading };
    node.forEach((part, offset) => {
      const field = part.marks.find(({ type }) => type.name === 'blank')?.attrs['field'] as
        | string
        | null
        | undefined;
      const token = field ? `{{${field}}}` : part.type.name === 'ref' ? `[[${part.attrs['id']}]]` : null;
      const text = token ?? part.text ?? ' ';
      line.pieces.push({
        from: line.text.length,
        text,
        pos: at + 1 + offset,
        node: token === null ? null : part,
        size: part.nodeSize,
      });
      line.text += text;
    });
    if (line.text.trim() !== '' && node.type.name !== 'notice') lines.push(line);
    return false;
  });
  return lines;
}

const textOf = (lines: readonly Line[]): string => lines.map(({ text }) => text).join('\n');

function passage(editor: Editor, id: string, label: string, lines: Line[]): TextPassage {
  const text = textOf(lines);
  return {
    id,
    label,
    text,
    shown: shownBy(lines),
    change: (after) =>
      put(
        editor,
        lines,
        after.split('\n').filter((line) => line.trim() !== ''),
      ),
  };
}

/** The marked words, made whole at both ends; of several lines, the lines. */
function selected(editor: Editor, lines: Line[]): TextPassage | null {
  const { from, to, empty } = editor.state.selection;
  if (empty) return null;
  const within = lines.filter(({ pieces }) => {
    const [first, last] = [pieces[0], pieces.at(-1)];
    return first && last && last.pos + last.size > from && first.pos < to;
  });
  const [only] = within;
  if (!only) return null;
  const label = 'Selection';
  if (within.length > 1) return passage(editor, `#selected ${from}-${to}`, label, within);
  const begin = only.text.slice(0, offsetAt(only, from)).search(/(?<!\S)\S*$/);
  const rest = only.text.slice(offsetAt(only, to));
  const end = only.text.length - rest.length + (/^\S*/.exec(rest)?.[0].length ?? 0);
  const [before, text, after] = [
    only.text.slice(0, begin),
    only.text.slice(begin, end),
    only.text.slice(end),
  ];
  if (text.trim() === '') return null;
  return {
    id: `#selected ${from}-${to}`,
    label,
    text,
    around: [before, after],
    shown: shownBy([only]),
    change: (words) => put(editor, [only], [`${before}${words.replace(/(?<!\s)\s*\n\s*/g, ' ')}${after}`]),
  };
}

function offsetAt({ pieces, text }: Line, pos: number): number {
  for (const piece of pieces) {
    if (pos <= piece.pos) return piece.from;
    if (pos < piece.pos + piece.size) return piece.from + (piece.node ? 0 : pos - piece.pos);
  }
  return text.length;
}

/** Placeholders as they are read. */
function shownBy(lines: readonly Line[]): (text: string) => string {
  const read = new Map(
    lines.flatMap(({ pieces }) =>
      pieces.flatMap(({ node, text }): [string, string][] =>
        node ? [[text, node.text ?? String(node.attrs['text'] ?? '')]] : [],
      ),
    ),
  );
  return (text) => text.replace(/\{\{[^{}]*\}\}|\[\[[^[\]]*\]\]/g, (token) => read.get(token) ?? token);
}

/** Puts other words into lines that still stand as they were read; one step to undo. */
function put(editor: Editor, lines: readonly Line[], after: string[]): string | null {
  if (after.length !== lines.length)
    return `The suggestion has ${after.length} lines and the text has ${lines.length}, so it can’t replace them. Choose a smaller passage.`;
  const now = linesIn(editor.state.doc);
  const first = now.findIndex((_, at) => lines.every(({ text }, by) => now[at + by]?.text === text));
  if (first < 0) return 'The text has changed. Ask again.';
  const change = editor.state.tr;
  // From the end, so that what stands before keeps its place.
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = now[first + at];
    if (line) rewrite(change, editor.schema, line, after[at] ?? '');
  }
  editor.view.dispatch(change);
  return null;
}

function rewrite(change: Transaction, schema: Schema, line: Line, after: string): void {
  const edits: { from: number; to: number; words: string }[] = [];
  let at = 0;
  for (const { words, change: kind } of diffWords(line.text, after)) {
    const last = edits.at(-1);
    if (kind === 'same') at += words.length;
    else if (kind === 'gone') {
      if (last?.to === at) last.to += words.length;
      else edits.push({ from: at, to: at + words.length, words: '' });
      at += words.length;
    } else if (last?.to === at) last.words += words;
    else edits.push({ from: at, to: at, words });
  }
  const tokens = new Map(line.pieces.flatMap(({ node, text }) => (node ? [[text, node] as const] : [])));
  for (const { from, to, words } of edits.reverse()) {
    const marks = line.pieces.findLast((piece) => piece.from <= from && !piece.node);
    const kept = marks
      ? change.doc
          .resolve(posAt(line, from))
          .marks()
          .filter(({ type }) => type.name !== 'blank')
      : [];
    const nodes = words
      .split(/(\{\{[^{}]*\}\}|\[\[[^[\]]*\]\])/)
      .filter((part) => part !== '')
      .map((part) => tokens.get(part) ?? schema.text(part, kept));
    change.replaceWith(posAt(line, from), posAt(line, to), Fragment.fromArray(nodes));
  }
}

function posAt({ pieces }: Line, offset: number): number {
  for (const piece of pieces)
    if (offset < piece.from + piece.text.length)
      return piece.pos + (piece.node ? 0 : Math.min(piece.size, offset - piece.from));
  const last = pieces.at(-1);
  return last ? last.pos + last.size : 0;
}
