import type { Editor } from '@tiptap/core';
import Plus from '#ui/icons/plus.ts';
import { useState } from 'react';
import {
  type Alternative,
  alternativesOf,
  bareWords,
} from '#features/documents/rules/drafting/alternatives.ts';
import { type Doc, linesOf } from '#features/documents/rules/assembly/doc.ts';
import { Button } from '#ui/button.tsx';
import type { Origin } from './use-origin.ts';

/** What other answers would have brought, and what is not in the text by now: each can be put in where it belongs. */
export function AbsentParts({ editor, doc, origin }: { editor: Editor; doc: Doc; origin: Origin }) {
  const [all, setAll] = useState<Alternative[] | null>(null);
  const present = [...linesOf(doc.blocks)].map(bareWords).join('\n');
  const absent = all?.filter(({ words }) => !present.includes(words.split(': ').at(-1) ?? words));
  return (
    <details
      className="mt-16 text-15"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open)
          setAll((before) => before ?? alternativesOf(origin.template, origin.answers, origin.options));
      }}
    >
      <summary>Not in this document</summary>
      {absent?.length === 0 && (
        <p className="mt-8 text-13 text-muted">Every available clause is in this document.</p>
      )}
      <ul className="mt-8 flex list-none flex-col gap-16">
        {absent?.map((part) => (
          <li key={`${part.when} ${part.words}`} className="border-t border-hairline pt-8">
            <p className="text-13 text-muted">{part.when}</p>
            <p className="line-clamp-3">{part.words}</p>
            <Button size="tool" icon={Plus} className="mt-4" onClick={() => putIn(editor, part)}>
              Insert
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** At the end of the clause it belongs to, where Undo takes it out again. */
function putIn(editor: Editor, { html, after }: Alternative): void {
  let isThere = false;
  let at: number | null = null;
  editor.state.doc.forEach((node, from) => {
    const { name } = node.type;
    const ends = name === 'clause' || name === 'signatures' || name === 'notice';
    if (isThere && ends && at === null) at = from;
    if (name === 'clause' && node.attrs['id'] === after) isThere = true;
  });
  const end = isThere ? (at ?? editor.state.doc.content.size) : editor.state.selection.$to.after(1);
  editor
    .chain()
    .insertContentAt(end, html)
    .setTextSelection(end + 1)
    .focus()
    .scrollIntoView()
    .run();
}
