import { useState } from 'react';
import { Field, Select } from '#ui/field.tsx';
import { Row } from '#ui/page.tsx';
import type { Step } from '../../rules/steps.ts';
import { WholeField } from '../whole-field.tsx';

type Wait = Extract<Step, { kind: 'wait' }>;

const units = [
  [1, 'hours'],
  [24, 'days'],
  [168, 'weeks'],
] as const;
const unitOf = (hours: number): number =>
  hours > 0 ? (units.findLast(([unit]) => hours % unit === 0)?.[0] ?? 1) : 24;

/** So many hours, days or weeks: in the unit that was chosen, as long as it is looked at. */
export function WaitForm({
  step,
  fault,
  set,
}: {
  step: Wait;
  fault: string | undefined;
  set(step: Wait): void;
}) {
  const [unit, setUnit] = useState(() => unitOf(step.hours));
  const isWhole = step.hours > 0 && step.hours % unit === 0;
  const shown = isWhole || step.hours < 0 ? unit : unitOf(step.hours);
  const amount = step.hours < 0 ? -1 : step.hours / shown;
  const put = (count: number, of: number) => set({ ...step, hours: count < 0 ? -1 : count * of });
  return (
    <Row gap={16} className="items-start">
      <WholeField label="How long" value={amount} error={fault} set={(count) => put(count, shown)} />
      <Field label="Unit" compact>
        <Select
          value={shown}
          onChange={({ currentTarget }) => {
            const next = Number(currentTarget.value);
            setUnit(next);
            put(amount, next);
          }}
        >
          {units.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
    </Row>
  );
}
