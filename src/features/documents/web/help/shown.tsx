import { diffWords, type Risk } from '#features/documents/rules/help/help.ts';
import { changesIn, lost } from '#features/documents/rules/help/losses.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Row } from '#ui/page.tsx';
import { type Change, type Result, shownOf } from './passage.ts';

interface ShownProps {
  result: Result;
  risks: Risk[];
  onGoTo: (field: string) => void;
  onDone: () => void;
  onChanged: (change: Change) => void;
}

/** What came of a question: words, findings, a proposal with what it changes, or that it stands. */
export function Shown({ result, risks, onGoTo, onDone, onChanged }: ShownProps) {
  if (result.kind === 'failed') return <Notice kind="warn" title={result.words} />;
  if (result.kind === 'taken') {
    const takeBack = () => {
      const refused = result.undo();
      if (refused === null) onDone();
      else onChanged({ refused });
    };
    return <Notice kind="ok" title="Change applied." actions={<Button onClick={takeBack}>Undo</Button>} />;
  }
  if (result.kind === 'words') {
    return (
      <Notice title={result.title}>
        <span className="whitespace-pre-line">{result.text}</span>
      </Notice>
    );
  }
  if (result.kind === 'risks') {
    if (risks.length === 0) return <Notice kind="ok" title="Nothing missing and no contradictions found." />;
    return (
      <ul className="flex list-none flex-col">
        {risks.map(({ words, field }) => (
          <li key={words} className="border-t border-hairline py-8 text-15">
            {field === null ? (
              words
            ) : (
              <button
                type="button"
                className="min-h-touch text-left hover:text-pen"
                onClick={() => onGoTo(field)}
              >
                {words}
              </button>
            )}
          </li>
        ))}
      </ul>
    );
  }
  const { passage, after } = result;
  const missing = lost(passage.text, after);
  const { gone, added } = changesIn(passage.text, after);
  const shown = shownOf(passage);
  return (
    <div role="group" aria-label="Proposed change">
      <p className="border-y border-hairline py-12 text-15 whitespace-pre-line">
        {diffWords(passage.text, after).map(({ words, change }, index, all) =>
          change === 'same' ? (
            <span key={index}>{shown(words)}</span>
          ) : change === 'gone' ? (
            <del key={index} className="text-muted">
              {shown(words)}
            </del>
          ) : (
            <ins key={index} className={all[index - 1]?.change === 'gone' ? 'ml-4 font-bold' : 'font-bold'}>
              {shown(words)}
            </ins>
          ),
        )}
      </p>
      {missing.length > 0 ? (
        <Notice kind="warn" title={`This drops ${listed(missing, shown)}, so it can’t be applied.`} />
      ) : (
        <>
          {gone.length + added.length > 0 && (
            <Notice kind="warn" title="This may change the meaning">
              {gone.length > 0 && <p>Removed: {listed(gone, shown)}</p>}
              {added.length > 0 && <p>Added: {listed(added, shown)}</p>}
            </Notice>
          )}
          <Row gap={8} className="mt-12">
            <Button
              variant="primary"
              onClick={() => {
                const change = passage.onChange?.(after);
                if (change) onChanged(change);
              }}
            >
              Accept
            </Button>
            <Button onClick={onDone}>Reject</Button>
          </Row>
        </>
      )}
    </div>
  );
}

const mostListed = 8;

function listed(words: string[], shown: (text: string) => string): string {
  const first = words.slice(0, mostListed).map(shown).join(', ');
  return words.length > mostListed ? `${first} and ${words.length - mostListed} more` : first;
}
