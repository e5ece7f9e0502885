import { type AnyExtension, Extension, Mark, mergeAttributes, Node } from '@tiptap/core';
import { TableKit } from '@tiptap/extension-table';
import { TextAlign } from '@tiptap/extension-text-align';
import { StarterKit } from '@tiptap/starter-kit';
import { chips, find, numbers } from './plugins.ts';

/** A clause's heading; its number is kept by the editor and is no part of what can be typed. */
const ClauseHeading = Node.create({
  name: 'clause',
  priority: 200,
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({
    id: { default: null, parseHTML: (element: HTMLElement) => element.id || null },
    numbered: {
      default: true,
      rendered: false,
      parseHTML: (element: HTMLElement) => element.querySelector('.doc-number') !== null,
    },
    number: { default: '', rendered: false },
  }),
  parseHTML: () => [{ tag: 'h2' }, { tag: 'span.doc-number', ignore: true, priority: 100 }],
  renderHTML: ({ node, HTMLAttributes }) =>
    numberedDom('h2', HTMLAttributes, node.attrs['numbered'] ? `${node.attrs['number']}.` : ''),
  addKeyboardShortcuts() {
    return {
      'Mod-Alt-2': () => this.editor.commands.setNode(this.name, { numbered: true }),
      Enter: ({ editor }) => {
        const { $from, empty } = editor.state.selection;
        if (!empty || $from.parent.type.name !== this.name || $from.parentOffset < $from.parent.content.size)
          return false;
        // “Key terms” and “Signatures” have no number, and neither has what is below them.
        const isNumbered = Boolean($from.parent.attrs['numbered']);
        return isNumbered && editor.chain().splitBlock().setNode('sub').run();
      },
    };
  },
});

/** 2.1, 2.2 and so on. */
const NumberedParagraph = Node.create({
  name: 'sub',
  priority: 200,
  group: 'block',
  content: 'inline*',
  addAttributes: () => ({
    id: { default: null, parseHTML: (element: HTMLElement) => element.id || null },
    number: { default: '', rendered: false },
  }),
  parseHTML: () => [{ tag: 'p.doc-sub', priority: 80 }],
  renderHTML: ({ node, HTMLAttributes }) =>
    numberedDom('p', mergeAttributes(HTMLAttributes, { class: 'doc-sub' }), String(node.attrs['number'])),
  addKeyboardShortcuts() {
    return { 'Mod-Alt-7': () => this.editor.commands.setNode(this.name) };
  },
});

const numberedDom = (
  tag: string,
  attributes: Record<string, unknown>,
  number: string,
): [string, ...unknown[]] & { 0: string } =>
  number === ''
    ? [tag, attributes, 0]
    : [tag, attributes, ['span', { class: 'doc-number', contenteditable: 'false' }, number], ['span', {}, 0]];

/** "clause 4.1": says the right number whatever is moved. */
const Reference = Node.create({
  name: 'ref',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    id: {
      default: '',
      rendered: false,
      parseHTML: (element: HTMLElement) => (element.getAttribute('href') ?? '').slice(1),
    },
    text: { default: '', rendered: false, parseHTML: (element: HTMLElement) => element.textContent },
  }),
  parseHTML: () => [{ tag: 'a[href^="#"]', priority: 90 }],
  renderHTML: ({ node }) => ['a', { href: `#${node.attrs['id']}` }, String(node.attrs['text'])],
  renderText: ({ node }) => String(node.attrs['text']),
});

/** A place that nobody has filled in yet. */
const Blank = Mark.create({
  name: 'blank',
  inclusive: false,
  addAttributes: () => ({
    field: {
      default: '',
      parseHTML: (element: HTMLElement) => element.getAttribute('data-field'),
      renderHTML: ({ field }: { field?: string }) => ({ 'data-field': field }),
    },
  }),
  parseHTML: () => [{ tag: 'mark[data-field]' }],
  renderHTML: ({ HTMLAttributes }) => ['mark', mergeAttributes(HTMLAttributes, { class: 'doc-blank' }), 0],
});

const box = (name: string, css: string, content: string): AnyExtension =>
  Node.create({
    name,
    group: name === 'signature' ? '' : 'block',
    content,
    isolating: true,
    parseHTML: () => [{ tag: `div.${css}`, priority: 90 }],
    renderHTML: () => ['div', { class: css }, 0],
  });

const Notice = Node.create({
  name: 'notice',
  group: 'block',
  content: 'inline*',
  parseHTML: () => [{ tag: 'p.doc-notice', priority: 90 }],
  renderHTML: () => ['p', { class: 'doc-notice' }, 0],
});

/** Summaries and letterheads are put on when a document goes out, and stay outside of its text. */
const Dropped = Extension.create({
  name: 'outside',
  addProseMirrorPlugins: () => [numbers(), chips(), find()],
  // Which answers put a part there: shown beside it, and no part of what goes out.
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'clause', 'sub'],
      attributes: {
        why: {
          default: null,
          keepOnSplit: false,
          parseHTML: (element: HTMLElement) => element.getAttribute('data-why'),
          renderHTML: ({ why }: { why?: string | null }) => (why ? { 'data-why': why } : {}),
        },
      },
    },
  ],
});

export const extensions: AnyExtension[] = [
  StarterKit.configure({
    heading: { levels: [1, 3] },
    blockquote: false,
    code: false,
    codeBlock: false,
    link: { openOnClick: false, protocols: ['http', 'https', 'mailto'] },
    undoRedo: { depth: 500 },
  }),
  TableKit.configure({ table: { resizable: false } }),
  TextAlign.configure({ types: ['paragraph'], alignments: ['left', 'center', 'right', 'justify'] }),
  ClauseHeading,
  NumberedParagraph,
  Reference,
  Blank,
  Notice,
  box('signatures', 'doc-signatures', 'signature+'),
  box('signature', 'doc-signature', 'paragraph table'),
  Dropped,
];
