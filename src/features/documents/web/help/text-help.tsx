import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import type { Doc } from '#features/documents/rules/doc.ts';
import type { Finding } from '#features/documents/rules/review.ts';
import { textRisks } from '#features/documents/rules/writer/help.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { textPassages } from '../editor/passages.ts';
import { whatThereIs } from '../request/library.ts';
import { type Change, changedMeanwhile, HelpPanel } from './help-panel.tsx';

interface TextHelpProps {
  editor: Editor;
  doc: Doc;
  words: string;
  findings: Finding[];
  onGoTo: (words: string) => void;
}

/** Help with a text that is open in the editor: any document, whoever wrote it. */
export default function TextHelp({ editor, doc, words, findings, onGoTo }: TextHelpProps) {
  const { user } = useViewer();
  const [model, setModel] = useState<string | null>(null);
  useEffect(() => {
    whatThereIs().then(
      (there) => setModel(there.model),
      () => setModel(null),
    );
  }, []);
  const place = useRef<HTMLDivElement>(null);
  // On a phone it opens below the text.
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), []);
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
    <div ref={place}>
      <HelpPanel
        passages={passages}
        risks={textRisks(doc, words, findings)}
        onGoTo={onGoTo}
        hasModel={Boolean(user && !user.isOffline && model)}
      />
    </div>
  );
}
