import { useState } from 'react';
import type { Side } from '#base/split-test.ts';
import type { MailWords } from '#features/letters/rules/blocks.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Segments } from '#ui/segments.tsx';
import { toast } from '#ui/toast.tsx';
import { evenShare, keepOnly, shareOf, splitKeyOf, wordingOf, wordsOf } from '../../rules/split.ts';
import { allSteps, type MailStep } from '../../rules/steps.ts';
import { WholeField } from '../whole-field.tsx';
import { faultsOn } from './faults.ts';
import { MailForm } from './mail-form.tsx';
import { SplitNumbers } from './split-numbers.tsx';
import type { StepActs } from './step-acts.ts';

interface WordingsFormProps {
  step: MailStep;
  acts: StepActs;
  faults: Readonly<Record<string, string>>;
}

/** An email, and a second wording of it where its owner wants to know which one brings more. */
export function WordingsForm({ step, acts, faults }: WordingsFormProps) {
  const [side, setSide] = useState<Side>('a');
  const isOnlyB = Object.keys(faults).length > 0 && Object.keys(faultsOn('a', faults)).length === 0;
  const [wasFaulty, setWasFaulty] = useState(false);
  const isFaulty = Object.keys(faults).length > 0;
  if (isFaulty !== wasFaulty) {
    setWasFaulty(isFaulty);
    // What is wrong is shown; whoever then looks at the other one is left there.
    if (isOnlyB) setSide('b');
  }
  const { change } = acts;
  const { other } = step;
  if (!other)
    return (
      <Stack gap={24}>
        <MailForm
          words={step}
          faults={faults}
          set={(words) => change(withWords(step, words))}
          sender={acts.overview?.sender}
        />
        <Stack gap={8} className="max-w-measure">
          <div>
            <Button
              onClick={() => {
                change({ ...step, other: wordsOf(step), share: evenShare });
                setSide('b');
              }}
            >
              Test a second wording
            </Button>
          </div>
          <p className="text-13 text-muted">
            Half of your people get another subject or text, B. As soon as one of them surely brings more
            money per person, everybody gets that one.
          </p>
        </Stack>
      </Stack>
    );
  const keep = (kept: Side) => {
    change(keepOnly(step, kept));
    toast.plain(`${kept.toUpperCase()} is the email now. Save to use it.`, {
      action: { label: 'Undo', onAct: () => change(step) },
    });
  };
  return (
    <Stack gap={24}>
      <Status step={step} acts={acts} keep={keep} />
      <Row gap={24} className="items-end justify-between">
        <Segments
          label="Wording"
          options={[
            { value: 'a', label: 'Wording A' },
            { value: 'b', label: 'Wording B' },
          ]}
          value={side}
          onChange={setSide}
        />
        <WholeField
          label="People who get B (%)"
          value={shareOf(step)}
          error={faults['share']}
          set={(share) => change({ ...step, share })}
        />
      </Row>
      <MailForm
        key={side}
        words={wordingOf(step, side)}
        faults={faultsOn(side, faults)}
        set={({ subject, blocks }) =>
          change(
            side === 'a' ? withWords(step, { subject, blocks }) : { ...step, other: { subject, blocks } },
          )
        }
        sender={acts.overview?.sender}
      />
    </Stack>
  );
}

const withWords = (step: MailStep, { subject, blocks }: MailWords): MailStep => ({
  ...step,
  subject,
  blocks,
});

/** How the saved test stands, and what can be done about it. */
function Status({ step, acts, keep }: { step: MailStep; acts: StepActs; keep(side: Side): void }) {
  const saved = allSteps(acts.detail?.sequence.steps ?? []).find(({ id }) => id === step.id);
  const split = acts.detail?.splits[step.id];
  const isSaved = saved?.kind === 'mail' && splitKeyOf(saved) === splitKeyOf(step);
  const isCounted = split !== undefined && split.a.people + split.b.people > 0;
  const both = (
    <>
      <Button size="tool" onClick={() => keep('a')}>
        Remove B
      </Button>
      <Button size="tool" onClick={() => keep('b')}>
        Make B the email
      </Button>
    </>
  );
  if (!split || !isSaved)
    return (
      <Stack gap={12}>
        <Notice kind={isCounted ? 'warn' : 'info'} still>
          {isCounted
            ? 'You changed a wording or the share. When you save, the test starts again from zero.'
            : 'The test begins when you save. Everybody keeps the wording that they got first. Nothing is decided before 20 people bought and a week is over; it ends by itself, after half a year at the latest. Small differences take thousands of people.'}
        </Notice>
        <Row gap={8}>{both}</Row>
      </Stack>
    );
  const { ended } = split;
  return (
    <Stack gap={12}>
      <SplitNumbers name="Both wordings" hideName split={split} />
      <Row gap={8}>
        {ended === null ? (
          <>
            <Button size="tool" onClick={() => acts.endSplit(step.id, 'a')}>
              Keep A
            </Button>
            <Button size="tool" onClick={() => acts.endSplit(step.id, 'b')}>
              Keep B
            </Button>
          </>
        ) : (
          <>
            {both}
            {ended.why === 'hand' && (
              <Button size="tool" onClick={() => acts.endSplit(step.id, 'both')}>
                Let the test go on
              </Button>
            )}
          </>
        )}
      </Row>
    </Stack>
  );
}
