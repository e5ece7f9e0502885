import { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { clean, cleanPasted } from './clean.ts';
import { extensions } from './schema.ts';

/** The editor in an element of the page; renders again with every change of text or selection. */
export function useEditor(
  html: string,
  onChange: (html: string) => void,
  onRefused: (words: string) => void,
): { editor: Editor | null; element: RefObject<HTMLDivElement | null> } {
  const element = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [, setTick] = useState(0);
  const [first] = useState(html);
  const hear = useRef({ onChange, onRefused });
  useEffect(() => {
    hear.current = { onChange, onRefused };
  });

  useEffect(() => {
    const made: Editor = new Editor({
      element: element.current,
      extensions,
      content: clean(first),
      editorProps: {
        attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': 'Text of the document' },
        transformPastedHTML: cleanPasted,
        handleDOMEvents: {
          // Before anything of it is read: an editor stands still over megabytes.
          paste(_view, event) {
            const words = tooMuch(event.clipboardData);
            // A paste is one step to undo, however shortly before something was typed.
            if (words === null) {
              made.view.dispatch(closeHistory(made.state.tr));
              return false;
            }
            event.preventDefault();
            hear.current.onRefused(words);
            return true;
          },
        },
        // One click takes the whole blank, so that typing fills it.
        handleClick: (_view, at) => selectBlank(made, at),
      },
      onCreate: () => setEditor(made),
      onTransaction: () => setTick((tick) => tick + 1),
      onUpdate: () => hear.current.onChange(made.getHTML()),
    });
    // Numbers of a text that came without them.
    made.view.dispatch(made.state.tr.insertText('', 0, 0).setMeta('addToHistory', false));
    return () => made.destroy();
  }, [first]);
  return { editor, element };
}

const mostPasted = 500_000;

function tooMuch(data: DataTransfer | null): string | null {
  const sizes = ['text/html', 'text/plain'].map((kind) => data?.getData(kind).length ?? 0);
  // What a program wraps around its words is much and goes anyway.
  const [html = 0, plain = 0] = sizes;
  if (plain <= mostPasted && html <= 4 * mostPasted) return null;
  return `This is ${Math.max(plain, html).toLocaleString('en')} characters, and the limit is ${mostPasted.toLocaleString('en')}. Nothing was pasted, and your text hasn’t changed.`;
}

function selectBlank(editor: Editor, at: number): boolean {
  const type = editor.schema.marks['blank'];
  const spot = editor.state.doc.resolve(at);
  if (!type || !type.isInSet(spot.marks())) return false;
  const { parent } = spot;
  let from = spot.start();
  let found: { from: number; to: number } | null = null;
  parent.forEach((node) => {
    const to = from + node.nodeSize;
    if (type.isInSet(node.marks) && from <= at && at <= to) found = { from, to };
    from = to;
  });
  return found !== null && editor.commands.setTextSelection(found);
}
