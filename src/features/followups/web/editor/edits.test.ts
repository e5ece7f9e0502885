import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allSteps, mostDepth, type Step, Steps } from '../../rules/steps.ts';
import { changeStep, insertStep, moveStep, movedPlace, placeOf, removeStep, stepOf } from './edits.ts';

let made = 0;
const wait = (): Step => ({ id: `step_${made++}`, kind: 'wait', hours: 24 });
const listed = (depth: number): fc.Arbitrary<Step[]> =>
  fc.array(depth === 0 ? fc.constant(null).map(wait) : fc.oneof(fc.constant(null).map(wait), choice(depth)), {
    maxLength: 4,
  });
const choice = (depth: number): fc.Arbitrary<Step> =>
  fc.tuple(listed(depth - 1), listed(depth - 1)).map(([yes, no]) => ({
    id: `step_${made++}`,
    kind: 'branch',
    when: { is: 'clicked' },
    yes,
    no,
  }));
const some = fc
  .integer({ min: 0, max: mostDepth })
  .chain(listed)
  .filter((steps) => steps.length > 0 && allSteps(steps).length <= 40);
const pick = (steps: readonly Step[], at: number): Step => {
  const all = allSteps(steps);
  return all[at % all.length] as Step;
};
const idsOf = (steps: readonly Step[]) => allSteps(steps).map(({ id }) => id);
const sorted = (steps: readonly Step[]) => idsOf(steps).sort();

test('a move loses no step, doubles none and keeps to the depth that a sequence may have', () => {
  fc.assert(
    fc.property(some, fc.nat(), fc.constantFrom<-1 | 1>(-1, 1), (steps, at, by) => {
      const moved = moveStep(steps, pick(steps, at).id, by, mostDepth);
      expect(sorted(moved)).toEqual(sorted(steps));
      expect(Steps.safeParse(moved).success).toBe(true);
    }),
  );
});

test('down and up again, or up and down, is where it was', () => {
  fc.assert(
    fc.property(some, fc.nat(), fc.constantFrom<-1 | 1>(-1, 1), (steps, at, by) => {
      const { id } = pick(steps, at);
      fc.pre(movedPlace(steps, id, by, mostDepth) !== null);
      const there = moveStep(steps, id, by, mostDepth);
      expect(moveStep(there, id, by === 1 ? -1 : 1, mostDepth)).toEqual(steps);
    }),
  );
});

test('every step comes to the very top and to the very end by moving alone', () => {
  fc.assert(
    fc.property(some, fc.nat(), fc.constantFrom<-1 | 1>(-1, 1), (steps, at, by) => {
      const { id } = pick(steps, at);
      let now: Step[] = steps;
      for (let turn = 0; turn < 200 && movedPlace(now, id, by, mostDepth); turn += 1)
        now = moveStep(now, id, by, mostDepth);
      expect(placeOf(now, id)).toEqual({
        branch: null,
        arm: 'yes',
        index: by === 1 ? now.length - 1 : 0,
      });
    }),
  );
});

test('what is removed is put back where it was, with all that stood in it', () => {
  fc.assert(
    fc.property(some, fc.nat(), (steps, at) => {
      const step = pick(steps, at);
      const place = placeOf(steps, step.id);
      const left = removeStep(steps, step.id);
      expect(sorted([...left, step])).toEqual(sorted(steps));
      expect(place && insertStep(left, place, step)).toEqual(steps);
    }),
  );
});

test('put back after its choice was removed too, a step stands at the end and isn’t lost', () => {
  fc.assert(
    fc.property(some, fc.nat(), fc.nat(), (steps, at, other) => {
      const step = pick(steps, at);
      const place = placeOf(steps, step.id);
      const left = removeStep(steps, step.id);
      fc.pre(left.length > 0);
      const gone = removeStep(left, pick(left, other).id);
      const back = place ? insertStep(gone, place, step) : [];
      expect(sorted(back)).toEqual(sorted([...gone, step]));
    }),
  );
});

test('the same step isn’t put in twice: undo pressed twice, or after it came back otherwise', () => {
  fc.assert(
    fc.property(some, fc.nat(), (steps, at) => {
      const step = pick(steps, at);
      expect(insertStep(steps, { branch: null, arm: 'yes', index: 0 }, step)).toEqual(steps);
    }),
  );
});

test('a change touches that one step alone', () => {
  fc.assert(
    fc.property(some, fc.nat(), (steps, at) => {
      const { id } = pick(steps, at);
      const changed = changeStep(steps, { id, kind: 'end' });
      expect(stepOf(changed, id)).toEqual({ id, kind: 'end' });
      expect(sorted(removeStep(changed, id))).toEqual(sorted(removeStep(steps, id)));
    }),
  );
});

test('what isn’t there can be neither moved nor removed nor changed', () => {
  fc.assert(
    fc.property(some, (steps) => {
      expect(moveStep(steps, 'nobody', 1, mostDepth)).toEqual(steps);
      expect(removeStep(steps, 'nobody')).toEqual(steps);
      expect(changeStep(steps, { id: 'nobody', kind: 'end' })).toEqual(steps);
    }),
  );
});
