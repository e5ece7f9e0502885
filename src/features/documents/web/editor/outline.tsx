import type { Editor } from '@tiptap/core';
import type { Doc } from '#features/documents/rules/assembly/doc.ts';
import { RailItem } from '#ui/tool-page.tsx';

/** The headings of the text, each leading to where it stands. */
export function Outline({ doc, editor }: { doc: Doc; editor: Editor | null }) {
  const headings = doc.blocks.flatMap((block) =>
    block.b === 'clause' ? [{ number: block.number, words: block.heading }] : [],
  );
  const goTo = (index: number) => {
    if (!editor) return;
    let count = -1;
    editor.state.doc.forEach((node, at) => {
      if (node.type.name === 'clause' && ++count === index)
        editor
          .chain()
          .setTextSelection(at + 1)
          .focus()
          .scrollIntoView()
          .run();
    });
  };
  return (
    // On a phone the text itself stands where the list would.
    <ul className="mt-16 flex list-none flex-col max-lg:hidden">
      {headings.map(({ number, words }, index) => (
        <li key={index}>
          <RailItem onAct={() => goTo(index)}>
            {number && `${number}. `}
            {words.map((run) => ('text' in run ? run.text : '')).join('')}
          </RailItem>
        </li>
      ))}
    </ul>
  );
}
