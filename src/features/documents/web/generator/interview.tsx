import { type ReactNode, useState } from 'react';
import {
  brandAnswer,
  fallbacksOf,
  isBlankAnswer,
  partsAsked,
} from '#features/documents/rules/answers/interview.ts';
import type { Assumed } from '#features/documents/rules/answers/assumed.ts';
import type { Finding } from '#features/documents/rules/answers/review.ts';
import type { BrandWord, Field, Template } from '#features/documents/rules/template/template.ts';
import { isRecord } from '#features/documents/rules/answers/values.ts';
import { Button } from '#ui/button.tsx';
import { RailItem } from '#ui/tool-page.tsx';
import { ListQuestion, PartyQuestion, shownRaw } from './groups.tsx';
import { leftWords } from './dialogs.tsx';
import { isOptional, Simple } from './question.tsx';
import type { Interview as State } from './use-answers.ts';
import type { Steps } from './use-steps.ts';

interface InterviewProps {
  template: Template;
  state: State;
  findings: Finding[];
  assumed: readonly Assumed[];
  /** What is missing is said only after somebody wanted the document. */
  saysMissing: boolean;
  brand: Readonly<Record<BrandWord, string>> | null;
  steps: Steps;
  /** What stands behind the last step. */
  end: ReactNode;
}

/** The questions that matter with these answers, a step at a time, and what they were answered for. */
export function Interview({
  template,
  state,
  findings,
  assumed,
  saysMissing,
  brand,
  steps,
  end,
}: InterviewProps) {
  const { answers, date } = state;
  const { all, at, isAtEnd, go, root, heading } = steps;
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const shown = fallbacksOf(template, answers, date);
  const isAssumed = ({ name }: Field) => assumed.some(({ field }) => field === name);

  const errorOf = (field: Field): string | undefined => {
    const found = findings.find((finding) => finding.field === field.name);
    if (!found) return undefined;
    const isShown =
      found.kind === 'conflict' ||
      saysMissing ||
      (found.kind === 'wrong' && (seen.has(field.name) || field.kind.type === 'choice'));
    if (!isShown) return undefined;
    return found.source === undefined ? found.words : `${found.words} (${found.source})`;
  };

  return (
    <div ref={root} className="doc-interview flex flex-col gap-4">
      <ol className="flex list-none flex-col gap-4">
        {all.map((step, index) => {
          const here = findings.filter(({ field }) => step.fields.some(({ name }) => name === field));
          // What nobody has looked at is not done, though its usual answers leave no blank.
          const isDone = here.length === 0 && steps.been.has(step.title);
          return (
            <li key={step.title} className="scroll-mt-96">
              <RailItem
                current={index === at}
                note={here.length > 0 ? leftWords(here) : isDone ? 'Done' : undefined}
                onAct={() => go(index)}
              >
                {index + 1}. {step.title}
              </RailItem>
              {index === at && (
                <div className="flex flex-col gap-16 pt-8 pb-24">
                  <p ref={heading} tabIndex={-1} className="text-13 text-muted">
                    {step.why || `Step ${index + 1} of ${all.length}`}
                  </p>
                  {step.fields.map((field) => (
                    <div
                      key={field.name}
                      data-question={field.name}
                      data-assumed={isAssumed(field) ? '' : undefined}
                      onBlur={() =>
                        setSeen((old) => (old.has(field.name) ? old : new Set([...old, field.name])))
                      }
                    >
                      <Question
                        template={template}
                        field={field}
                        raw={Object.hasOwn(answers, field.name) ? answers[field.name] : shown[field.name]}
                        error={errorOf(field)}
                        fallback={shown[field.name] ?? ''}
                        assumed={isAssumed(field)}
                        answer={state.answer}
                      />
                      {brand && <FromBranding field={field} brand={brand} state={state} />}
                    </div>
                  ))}
                  <div className="flex justify-between gap-8">
                    {index > 0 ? <Button onClick={() => go(index - 1)}>Back</Button> : <span />}
                    {/* On a phone it is at the foot of the screen. */}
                    <Button className="max-lg:hidden" onClick={() => go(index + 1)}>
                      Next: {all[index + 1]?.title ?? 'Ready'}
                    </Button>
                  </div>
                </div>
              )}
            </li>
          );
        })}
        <li className="scroll-mt-96">
          <RailItem current={isAtEnd} onAct={() => go(all.length)}>
            Ready
          </RailItem>
          {isAtEnd && (
            <div className="flex flex-col gap-16 pt-8 pb-24">
              <p ref={heading} tabIndex={-1} className="text-13 text-muted">
                Your document, to take with you or to keep.
              </p>
              {end}
            </div>
          )}
        </li>
      </ol>
      <p className="text-13 text-muted" role="status">
        {state.isKept
          ? 'Your answers are saved on this device as you type.'
          : 'This browser doesn’t save data for this site. Save or download before you leave.'}
      </p>
    </div>
  );
}

interface QuestionProps {
  template: Template;
  field: Field;
  raw: unknown;
  error: string | undefined;
  fallback: string;
  assumed: boolean;
  answer: State['answer'];
}

function Question({ template, field, raw, error, fallback, assumed, answer }: QuestionProps): ReactNode {
  const { name, label, why, example, kind } = field;
  const around = { label, hint: why, error };
  if (kind.type === 'party') {
    return (
      <PartyQuestion
        {...around}
        parts={partsAsked(template, field)}
        isPerson={kind.isPerson === true}
        example={example}
        raw={raw}
        onAnswer={(party, part) => answer(name, party, part)}
      />
    );
  }
  if (kind.type === 'list')
    return (
      <ListQuestion
        {...around}
        kind={kind}
        example={example}
        raw={raw}
        onAnswer={(rows) => answer(name, rows)}
      />
    );
  return (
    <Simple
      {...around}
      kind={kind}
      optional={isOptional(field)}
      assumed={assumed}
      example={fallback || example}
      raw={shownRaw(raw)}
      onAnswer={(typed) => answer(name, typed)}
    />
  );
}

function FromBranding({
  field,
  brand,
  state,
}: {
  field: Field;
  brand: Readonly<Record<BrandWord, string>>;
  state: State;
}) {
  const offered = brandAnswer(field, brand);
  const raw = state.answers[field.name];
  const isFree = isBlankAnswer(isRecord(raw) ? { ...raw, kind: '' } : raw);
  if (offered === null || !isFree) return null;
  const words = typeof offered === 'string' ? offered : (offered.name ?? '');
  const use = () =>
    state.answer(
      field.name,
      typeof offered === 'string' ? offered : { ...(isRecord(raw) ? raw : {}), ...offered },
    );
  return (
    <Button className="mt-8" onClick={use}>
      Use {words}
    </Button>
  );
}
