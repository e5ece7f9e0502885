import { useEffect, useRef, useState } from 'react';
import { draftApi, type HelpKind } from '#features/documents/rules/drafting/draft-contract.ts';
import type { Risk } from '#features/documents/rules/help/help.ts';
import { plainWords } from '#features/documents/rules/help/plain-words.ts';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { Field, Select } from '#ui/field.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { type Passage, type Result, shownOf } from './passage.ts';
import { Shown } from './shown.tsx';

interface HelpPanelProps {
  passages: Passage[];
  /** Found by rules, without asking anybody. */
  risks: Risk[];
  onGoTo: (field: string) => void;
  /** True where a model may be asked: it is set up, and a member asks. */
  hasModel: boolean;
}

/** Help with a document: proposals to accept or reject, explanations, and what is missing. */
export function HelpPanel({ passages, risks, onGoTo, hasModel }: HelpPanelProps) {
  const [chosen, setChosen] = useState('');
  const [busy, setBusy] = useState<HelpKind | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const passage = passages.find(({ id }) => id === chosen) ?? passages[0];
  const isWhole = passage?.id === '#whole';

  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const ask = async (kind: HelpKind) => {
    if (!passage) return;
    if (!hasModel) return setResult(byRules(kind, passage));
    const isChange = kind === 'rewrite' || kind === 'shorten';
    const isLong = passage.text.length > mostAtOnce;
    if (isChange && isLong) return setResult({ kind: 'failed', words: tooLong });
    const controller = new AbortController();
    stop.current = controller;
    setResult(null);
    setBusy(kind);
    try {
      const { text } = await withSession(() =>
        api<{ text: string }>(draftApi.help, {
          method: 'POST',
          body: { kind, text: passage.text.slice(0, mostAtOnce) },
          signal: controller.signal,
          timeoutMs: 125_000,
        }),
      );
      const same = 'The model suggests no changes.';
      if (!isChange)
        setResult({
          kind: 'words',
          title: titles[kind],
          text: isLong ? `${text}\n\n${onlyBeginning}` : text,
        });
      else if (text === passage.text.trim()) setResult({ kind: 'words', title: titles[kind], text: same });
      else setResult({ kind: 'change', passage, after: text });
    } catch (error) {
      if (!controller.signal.aborted) setResult({ kind: 'failed', words: (error as Error).message });
    }
    setBusy(null);
    return undefined;
  };

  return (
    <Stack gap={16}>
      <h2 className="text-15 font-bold">Help with the text</h2>
      <Row gap={8} className="flex-wrap">
        <Button onClick={() => setResult({ kind: 'risks' })}>
          {risks.length === 0 ? 'Check the document' : `Check the document (${risks.length})`}
        </Button>
      </Row>
      {passage && (
        <>
          <Field label="Passage" compact>
            <Select
              value={passage.id}
              onChange={({ target }) => {
                setChosen(target.value);
                setResult(null);
              }}
            >
              {passages.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          <Row gap={8} className="flex-wrap">
            {passage.onChange && (
              <>
                <Button busy={busy === 'rewrite' && 'Rewriting'} onClick={() => void ask('rewrite')}>
                  Rewrite
                </Button>
                <Button busy={busy === 'shorten' && 'Shortening'} onClick={() => void ask('shorten')}>
                  Shorten
                </Button>
              </>
            )}
            {passage.onReset && (
              <Button
                onClick={() => {
                  passage.onReset?.();
                  setResult(null);
                }}
              >
                Restore the original clause
              </Button>
            )}
            {!isWhole || hasModel ? (
              <Button busy={busy === 'explain' && 'Reading'} onClick={() => void ask('explain')}>
                Explain
              </Button>
            ) : (
              <p className="text-13 text-muted">Choose a clause to explain.</p>
            )}
            {hasModel && (
              <Button busy={busy === 'risks' && 'Reading'} onClick={() => void ask('risks')}>
                Find risks
              </Button>
            )}
            {busy && <Button onClick={() => stop.current?.abort()}>Stop</Button>}
          </Row>
        </>
      )}
      {result && (
        <Shown
          result={result}
          risks={risks}
          onGoTo={onGoTo}
          onDone={() => setResult(null)}
          onChanged={(change) =>
            setResult(
              'undo' in change
                ? { kind: 'taken', undo: change.undo }
                : { kind: 'failed', words: change.refused },
            )
          }
        />
      )}
      {!hasModel && (
        <p className="text-13 text-muted">
          Suggestions come from built-in rules, in this browser. No AI model reads your text.
        </p>
      )}
    </Stack>
  );
}

const mostAtOnce = 20_000;
const tooLong = 'This passage is over 20,000 characters. Choose a clause or select part of the text.';
const nothingSure = 'No changes to suggest. The built-in rules only make changes that keep the meaning.';
const nothingPlainer = 'The built-in rules have no plainer words for this passage.';
const onlyBeginning = 'Only the first 20,000 characters were read.';

const titles: Record<HelpKind, string> = {
  rewrite: 'Rewritten',
  shorten: 'Shortened',
  explain: 'In plain words',
  risks: 'Risks',
};

function byRules(kind: HelpKind, passage: Passage): Result {
  if (kind === 'explain') {
    const plain = plainWords(passage.text, { short: true, around: passage.around });
    return {
      kind: 'words',
      title: titles.explain,
      text: passage.meaning ?? (plain === passage.text ? nothingPlainer : shownOf(passage)(plain)),
    };
  }
  const after = plainWords(passage.text, { short: kind === 'shorten', around: passage.around });
  return after === passage.text
    ? { kind: 'words', title: titles[kind], text: nothingSure }
    : { kind: 'change', passage, after };
}
