import type { Side } from '#base/split-test.ts';
import { Button } from '#ui/button.tsx';
import { Field, Select } from '#ui/field.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Segments } from '#ui/segments.tsx';
import { toast } from '#ui/toast.tsx';
import { leastShare, mostShare, type NumbersAnswer } from '../../rules/contract.ts';
import { stepOf } from '../../rules/edit.ts';
import { beginTest, changeShare, keepOnly, shareOf, splitWords } from '../../rules/split.ts';
import { newPartId } from '../store.ts';
import { dayWords } from './split-numbers.tsx';
import { currentStep, type Work } from './state.ts';

const every = 5;
const usual = Array.from(
  { length: (mostShare - leastShare) / every + 1 },
  (_, at) => leastShare + at * every,
);

/** Above the page: which version of it is in sight, who gets B, and the end of the test. */
export function VersionBar({ work, numbers }: { work: Work; numbers: NumbersAnswer | null }) {
  const { editing, choose, side, show } = work;
  const { change } = editing;
  const step = currentStep(work);
  if (!step.other)
    return (
      <Button
        onClick={() => {
          change((now) => beginTest(now, newPartId, step.id));
          choose(step.id, null, 'b');
        }}
      >
        Test another version
      </Button>
    );
  const keep = (kept: Side) => {
    change((now) => keepOnly(now, step.id, kept));
    choose(step.id, null, 'a');
    // Whatever else was changed meanwhile stays.
    const back = () =>
      change((now) =>
        stepOf(now, step.id)?.other
          ? now
          : { ...now, steps: now.steps.map((one) => (one.id === step.id ? step : one)) },
      );
    toast.plain(`${kept.toUpperCase()} is the page now. Publish to use it.`, {
      action: { label: 'Undo', onAct: back },
    });
  };
  const share = shareOf(step);
  const shares = usual.includes(share) ? usual : [...usual, share].sort((one, other) => one - other);
  const split = numbers?.splits?.find(({ stepId }) => stepId === step.id);
  return (
    <section aria-label="Versions of this page">
      <Stack gap={12}>
        <Row gap={16} className="items-end">
          <Segments
            label="Version"
            value={side}
            onChange={(next) => choose(step.id, null, next)}
            options={[
              { value: 'a', label: 'Version A' },
              { value: 'b', label: 'Version B' },
            ]}
          />
          <Field label="Visitors who get B" compact>
            <Select
              value={share}
              onChange={({ target }) => change((now) => changeShare(now, step.id, Number(target.value)))}
            >
              {shares.map((one) => (
                <option key={one} value={one}>
                  {one}%
                </option>
              ))}
            </Select>
          </Field>
          <Row gap={8}>
            <Button onClick={() => keep('a')}>Keep A</Button>
            <Button onClick={() => keep('b')}>Keep B</Button>
          </Row>
        </Row>
        <p className="max-w-measure text-13 text-muted">
          {split
            ? splitWords(split, dayWords)
            : 'The test begins when you publish. It ends by itself as soon as one version surely brings more.'}
          {split && !split.ended && ' Change A, B or the share and publish, and it starts again from zero.'}
        </p>
        {split && (
          <Row>
            <Button size="tool" onClick={() => show('numbers')}>
              See the numbers
            </Button>
          </Row>
        )}
      </Stack>
    </section>
  );
}
