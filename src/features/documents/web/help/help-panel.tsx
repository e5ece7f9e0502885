import { useEffect, useRef, useState } from 'react';
import { draftApi, type HelpKind } from '#features/documents/rules/draft-contract.ts';
import { diffWords, lost, plainWords, type Risk } from '#features/documents/rules/writer/help.ts';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, Select } from '#ui/field.tsx';
import { Row, Stack } from '#ui/page.tsx';

/** A text that can be helped with: an answer, a clause, a selection, the whole. */
export interface Passage {
  id: string;
  label: string;
  text: string;
  /** What it means in plain words, where the library says so. */
  meaning?: string;
  /** How it is read: its placeholders as what stands in their place. */
  shown?: (text: string) => string;
  /** Takes a changed text; left out where only reading is possible. */
  onChange?: (text: string) => Change;
  /** Puts back the words that the library has. */
  onReset?: () => void;
}

/** Why it could not be taken, in words; or how it is taken back, which may also be refused. */
export type Change = { refused: string } | { undo: () => string | null };

export const changedMeanwhile = 'The text was changed meanwhile, so nothing was put in its place. Ask again.';

interface HelpPanelProps {
  passages: Passage[];
  /** Found by rules, without asking anybody. */
  risks: Risk[];
  onGoTo: (field: string) => void;
  /** True where a model may be asked: it is set up, and a member asks. */
  hasModel: boolean;
}

type Result =
  | { kind: 'change'; passage: Passage; after: string }
  | { kind: 'words'; title: string; text: string }
  | { kind: 'risks' }
  | { kind: 'taken'; undo: () => string | null }
  | { kind: 'failed'; words: string };

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
      const same = 'The model finds nothing to change here.';
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
          {risks.length === 0 ? 'Check the whole' : `Check the whole (${risks.length})`}
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
                Put back the library’s words
              </Button>
            )}
            {!isWhole || hasModel ? (
              <Button busy={busy === 'explain' && 'Reading'} onClick={() => void ask('explain')}>
                In plain words
              </Button>
            ) : (
              <p className="text-13 text-muted">
                The check above reads the whole; choose a clause to have it in plain words.
              </p>
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
          These helpers work by rules, in this browser. No model reads your text.
        </p>
      )}
    </Stack>
  );
}

const mostAtOnce = 20_000;
const tooLong = 'That is more than 20,000 characters at once. Choose a clause, or select a part of it.';
const onlyBeginning = 'Only the first 20,000 characters were read.';

const titles: Record<HelpKind, string> = {
  rewrite: 'Rewritten',
  shorten: 'Shortened',
  explain: 'In plain words',
  risks: 'Risks',
};

function byRules(kind: HelpKind, passage: Passage): Result {
  if (kind === 'explain')
    return {
      kind: 'words',
      title: titles.explain,
      text: passage.meaning ?? plainWords(shownOf(passage)(passage.text), { short: true }),
    };
  const after = plainWords(passage.text, { short: kind === 'shorten' });
  return after === passage.text
    ? { kind: 'words', title: titles[kind], text: 'The rules find nothing to change here.' }
    : { kind: 'change', passage, after };
}

const shownOf = ({ shown }: Passage) => shown ?? ((text: string) => text);

interface ShownProps {
  result: Result;
  risks: Risk[];
  onGoTo: (field: string) => void;
  onDone: () => void;
  onChanged: (change: Change) => void;
}

function Shown({ result, risks, onGoTo, onDone, onChanged }: ShownProps) {
  if (result.kind === 'failed') return <Notice kind="warn" title={result.words} />;
  if (result.kind === 'taken') {
    const takeBack = () => {
      const refused = result.undo();
      if (refused === null) onDone();
      else onChanged({ refused });
    };
    return (
      <Notice
        kind="ok"
        title="It stands in the text now."
        actions={<Button onClick={takeBack}>Take it back</Button>}
      />
    );
  }
  if (result.kind === 'words') {
    return (
      <Notice title={result.title}>
        <span className="whitespace-pre-line">{result.text}</span>
      </Notice>
    );
  }
  if (result.kind === 'risks') {
    if (risks.length === 0)
      return <Notice kind="ok" title="The rules find nothing missing and nothing that contradicts itself." />;
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
        <Notice
          kind="warn"
          title={`This would lose ${missing.slice(0, 4).map(shown).join(', ')}, so it cannot be taken.`}
        />
      ) : (
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
      )}
    </div>
  );
}
