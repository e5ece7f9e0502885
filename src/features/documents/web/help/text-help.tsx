import type { Editor } from '@tiptap/core';
import type { Doc } from '#features/documents/rules/assembly/doc.ts';
import type { Finding } from '#features/documents/rules/answers/review.ts';
import { textRisks } from '#features/documents/rules/help/help.ts';
import { textPassages } from '../editor/passages.ts';
import { Beside, useHasModel } from './beside.tsx';
import { HelpPanel } from './help-panel.tsx';
import { type Change, changedMeanwhile } from './passage.ts';

interface TextHelpProps {
  editor: Editor;
  doc: Doc;
  words: string;
  findings: Finding[];
  onGoTo: (words: string) => void;
}

/** Help with a text that is open in the editor: any document, whoever wrote it. */
export default function TextHelp({ editor, doc, words, findings, onGoTo }: TextHelpProps) {
  const hasModel = useHasModel();
  const passages = textPassages(editor).map(({ change, ...passage }) => ({
    ...passage,
    onChange(after: string): Change {
      const refused = change(after);
      if (refused !== null) return { refused };
      const { doc: changed } = editor.state;
      return {
        undo() {
          if (!editor.state.doc.eq(changed)) return changedMeanwhile;
          editor.commands.undo();
          return null;
        },
      };
    },
  }));
  return (
    <Beside>
      <HelpPanel
        passages={passages}
        risks={textRisks(doc, words, findings)}
        onGoTo={onGoTo}
        hasModel={hasModel}
      />
    </Beside>
  );
}
