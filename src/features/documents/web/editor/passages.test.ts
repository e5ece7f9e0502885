import { type Editor, getSchema } from '@tiptap/core';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import { lost } from '#features/documents/rules/help/losses.ts';
import { plainWords } from '#features/documents/rules/help/plain-words.ts';
import { textPassages } from './passages.ts';
import { extensions } from './schema.ts';

const schema = getSchema(extensions);
const words = (text: string, ...marks: object[]) => ({ type: 'text', text, marks });
const blank = (field: string, label: string) => words(label, { type: 'blank', attrs: { field } });

function opened(): { editor: Editor; html: () => string; select: (from: number, to: number) => void } {
  let state = EditorState.create({
    schema,
    doc: schema.nodeFromJSON({
      type: 'doc',
      content: [
        { type: 'clause', content: [words('Payment')] },
        {
          type: 'sub',
          content: [
            words('Prior to the start the Client shall pay '),
            blank('fee', '[the fee]'),
            words(' under '),
            { type: 'ref', attrs: { id: 'law', text: 'clause 9' } },
            words(', which is '),
            words('final', { type: 'bold' }),
            words('.'),
          ],
        },
        {
          type: 'table',
          content: [
            {
              type: 'tableRow',
              content: [
                {
                  type: 'tableCell',
                  content: [{ type: 'paragraph', content: [words('Commence the work')] }],
                },
                { type: 'tableCell', content: [{ type: 'paragraph', content: [words('{{CompanyName}}')] }] },
              ],
            },
          ],
        },
        { type: 'clause', content: [words('Law')] },
        { type: 'sub', content: [words('The law of Ireland.')] },
      ],
    }),
  });
  const editor = {
    schema,
    get state() {
      return state;
    },
    view: { dispatch: (change: EditorState['tr']) => (state = state.apply(change)) },
  } as unknown as Editor;
  return {
    editor,
    html: () => JSON.stringify(state.doc.toJSON()),
    select: (from, to) => {
      state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, to)));
    },
  };
}

test('[AI-1] any open text offers its clauses and its whole; blanks and references may not be dropped', () => {
  const { editor } = opened();
  const found = textPassages(editor);
  expect(found.map(({ label }) => label)).toEqual(['The whole document', 'Payment', 'Law']);
  const text = found[1]?.text ?? '';
  expect(text).toContain('{{fee}} under [[law]]');
  expect(found[1]?.shown(text)).toContain('[the fee] under clause 9');
  expect(lost(text, text.replace('{{fee}}', '').replace('[[law]]', ''))).toEqual(['{{fee}}', '[[law]]']);
});

test('[AI-1] an accepted proposal changes words, in tables too, and leaves blanks, references, bold', () => {
  const { editor, html } = opened();
  const clause = textPassages(editor)[1];
  expect(clause?.change(plainWords(clause.text, { short: false }))).toBeNull();
  const after = html();
  expect(after).toContain('Before the start the Client shall pay ');
  expect(after).toContain('Begin the work');
  expect(after).toContain('"field":"fee"');
  expect(after).toContain('"id":"law"');
  expect(after).toMatch(/"type":"bold"\}\],"text":"final"/);
  expect(after).toContain('{{CompanyName}}');
});

test('[AI-1] a blank that a proposal moves goes with it', () => {
  const { editor, html } = opened();
  const clause = textPassages(editor)[1];
  const [line = '', ...rest] = clause?.text.split('\n') ?? [];
  const moved = `Under [[law]], {{fee}} is due.`;
  expect(line).toContain('[[law]]');
  expect(clause?.change([moved, ...rest].join('\n'))).toBeNull();
  const sub = editor.state.doc.child(1);
  const kinds = Array.from({ length: sub.childCount }, (_, at) => sub.child(at)).map(
    (node) => `${node.type.name}${node.marks.length > 0 ? '+' : ''}`,
  );
  expect(kinds.filter((kind) => kind === 'ref')).toHaveLength(1);
  expect(sub.textContent).toContain('[the fee] is due.');
  expect(html()).toContain('"field":"fee"');
});

test('[AI-1] only the words that are marked change, whole at both ends', () => {
  const { editor, html, select } = opened();
  // Within "Prior to": from the middle of one word to the middle of the next.
  select(12, 17);
  const marked = textPassages(editor)[0];
  expect(marked).toMatchObject({
    label: 'Selection',
    text: 'Prior to',
    around: ['', expect.stringMatching(/^ the start/)],
  });
  expect(marked?.change('Before')).toBeNull();
  expect(html()).toContain('Before the start the Client shall pay ');
});

test('[AI-1] a text that was changed meanwhile, and a proposal with other lines, are not overwritten', () => {
  const { editor, html } = opened();
  const clause = textPassages(editor)[2];
  expect(clause?.change('One.\nTwo.')).toContain('2 lines and the text has 1');
  editor.view.dispatch(editor.state.tr.insertText('Now: ', editor.state.doc.content.size - 20));
  const before = html();
  expect(clause?.change('The law of France.')).toContain('has changed');
  expect(html()).toBe(before);
});
