import { compareDocs } from '#features/documents/rules/compare/compare.ts';
import { compareAnswers, tellChanges } from '#features/documents/rules/compare/tell.ts';
import { readHtml } from '#features/documents/rules/formats/read-html.ts';
import { CompareView } from '#features/documents/web/compare/compare-view.tsx';
import { WordProposals } from '#features/documents/web/compare/word-proposals.tsx';
import type { ComparePart } from '#features/saved/web/versions/compare-part.ts';

const titled = { slug: 'document', title: '' };

export const comparePart: ComparePart = {
  tell: (older, newer) =>
    tellChanges(
      compareDocs(readHtml(older.content, titled), readHtml(newer.content, titled)),
      compareAnswers(older, newer),
    ),
  View: ({ older, newer, ...rest }) => (
    <CompareView
      {...rest}
      older={{ ...older.text, words: older.words }}
      newer={{ ...newer.text, words: newer.words }}
    />
  ),
  Proposals: ({ base, ...rest }) => <WordProposals {...rest} html={base.content} />,
};
