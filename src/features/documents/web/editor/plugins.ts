import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** Numbers of clauses and paragraphs, and every reference to them, after each change. */
export function numbers(): Plugin {
  return new Plugin({
    appendTransaction(transactions, _before, state) {
      if (!transactions.some(({ docChanged }) => docChanged)) return null;
      const change = state.tr.setMeta('addToHistory', false);
      const named = new Map<string, string>();
      let [clause, sub, inNumbered] = [0, 0, false];
      state.doc.forEach((node, at) => {
        if (node.type.name === 'clause') {
          sub = 0;
          inNumbered = node.attrs['numbered'] === true;
          if (inNumbered) clause += 1;
          set(node, at, inNumbered ? String(clause) : '');
        } else if (node.type.name === 'sub') {
          sub += 1;
          set(node, at, inNumbered ? `${clause}.${sub}` : String(sub));
        }
      });
      function set(node: Node, at: number, number: string): void {
        const { id } = node.attrs as { id: string | null };
        if (id !== null && !named.has(id)) named.set(id, number);
        if (node.attrs['number'] !== number) change.setNodeAttribute(at, 'number', number);
      }
      state.doc.descendants((node, at) => {
        if (node.type.name !== 'ref') return;
        const number = named.get(node.attrs['id'] as string);
        const text = String(node.attrs['text']);
        const words = text.replace(/(?<!\d|\d\.)\d+(?:\.\d+)*$/, number ?? '');
        if (number !== undefined && words !== text) change.setNodeAttribute(at, 'text', words);
      });
      return change.docChanged ? change : null;
    },
  });
}

/** {{Placeholders}} look like what they are. */
export function chips(): Plugin {
  const drawn = (doc: Node): DecorationSet => {
    const found: Decoration[] = [];
    doc.descendants((node, at) => {
      for (const { index, 0: words } of node.text?.matchAll(/\{\{\w+\}\}/g) ?? [])
        found.push(Decoration.inline(at + index, at + index + words.length, { class: 'editor-chip' }));
    });
    return DecorationSet.create(doc, found);
  };
  return new Plugin<DecorationSet>({
    state: {
      init: (_config, { doc }) => drawn(doc),
      apply: (change, before) => (change.docChanged ? drawn(change.doc) : before),
    },
    props: {
      decorations(state) {
        return this.getState(state);
      },
    },
  });
}

interface Found {
  query: string;
  at: { from: number; to: number }[];
}
const findKey = new PluginKey<Found>('find');
export const foundIn = (state: EditorState): Found['at'] => findKey.getState(state)?.at ?? [];
export const lookFor = (state: EditorState, query: string) => state.tr.setMeta(findKey, query);

/** Marks what is looked for, without regard to capitals, also across bold and plain. */
export function find(): Plugin {
  const search = (doc: Node, query: string): Found => {
    const at: Found['at'] = [];
    const wanted = query.toLowerCase();
    if (wanted === '') return { query, at };
    doc.descendants((node, start) => {
      if (!node.isTextblock) return true;
      const text = node.textBetween(0, node.content.size, undefined, '\ufffc').toLowerCase();
      for (
        let index = text.indexOf(wanted);
        index >= 0 && at.length < 2000;
        index = text.indexOf(wanted, index + wanted.length)
      )
        at.push({ from: start + 1 + index, to: start + 1 + index + wanted.length });
      return false;
    });
    return { query, at };
  };
  return new Plugin<Found>({
    key: findKey,
    state: {
      init: () => ({ query: '', at: [] }),
      apply(change, before) {
        const asked = change.getMeta(findKey) as string | undefined;
        return asked === undefined && !change.docChanged ? before : search(change.doc, asked ?? before.query);
      },
    },
    props: {
      decorations: (state) =>
        DecorationSet.create(
          state.doc,
          foundIn(state).map(({ from, to }) => Decoration.inline(from, to, { class: 'editor-found' })),
        ),
    },
  });
}
