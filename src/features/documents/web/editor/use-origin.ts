import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { plainLocale } from '#base/locale.ts';
import { reasonsByWords } from '#features/documents/rules/drafting/alternatives.ts';
import type { AssembleOptions } from '#features/documents/rules/assembly/assemble.ts';
import { readSavedAnswers } from '#features/documents/rules/answers/saved-answers.ts';
import { withSections } from '#features/documents/rules/template/sections.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { documentOf } from '../request/library.ts';
import { today } from '../today.ts';

/** The document and the answers that a text was made from. */
export interface Origin {
  template: Template;
  answers: Answers;
  options: AssembleOptions;
}

/** Null as long as it is not known, and where a text was not made from answers. */
export function useOrigin(formData: Answers): Origin | null {
  const [origin, setOrigin] = useState<Origin | null>(null);
  useEffect(() => {
    const saved = readSavedAnswers(formData);
    if (!saved) return undefined;
    let isHere = true;
    const { slug, answers, sections } = saved;
    const options = { date: today(), locale: plainLocale(navigator.language) };
    documentOf(slug).then(
      ({ template }) => isHere && setOrigin({ template: withSections(template, sections), answers, options }),
      // Without it the text can be edited all the same.
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [formData]);
  return origin;
}

/** A text that was saved without saying why its parts are there says so again, wherever it still reads the same. */
export function sayWhy(editor: Editor, { template, answers, options }: Origin): void {
  const reasons = reasonsByWords(template, answers, options);
  // To have looked at a text is no change of it that would have to be kept.
  const change = editor.state.tr.setMeta('addToHistory', false).setMeta('preventUpdate', true);
  const squeezed = (words: string) => words.replace(/\s+/g, '');
  const byWords = new Map([...reasons].map(([words, why]) => [squeezed(words), why]));
  editor.state.doc.descendants((node, at) => {
    if (!('why' in node.attrs) || node.attrs['why'] !== null) return;
    const why = byWords.get(squeezed(node.textContent));
    if (why !== undefined) change.setNodeAttribute(at, 'why', why);
  });
  if (change.docChanged) editor.view.dispatch(change);
}
