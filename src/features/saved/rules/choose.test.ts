import { expect, test } from 'vitest';
import { afterOutcome, chooseSave, type SaveChain, type SaveOutcome } from './choose.ts';
import type { SavedTemplate } from './contract.ts';
import { prepareSave } from './record.ts';
import { say } from './words.ts';

const now = new Date('2026-11-21T12:00:00Z');

function record(content: string): SavedTemplate {
  const prepared = prepareSave({ userId: 'usr_1', content }, now, 'tpl_1');
  if (!prepared.ok) throw new Error(prepared.error);
  return prepared.value.record;
}
/** Long in bytes and not in characters: three bytes each. */
const wide = (length: number) => '\u20ac'.repeat(length);
const small = record('<p>Hello</p>');
const large = record(wide(450_000));

function run(first: SaveChain, ...outcomes: SaveOutcome[]) {
  const chain = outcomes.reduce(afterOutcome, first);
  const said = outcomes.reduce<{ chain: SaveChain; said: string[] }>(
    ({ chain: at, said: so }, outcome) => {
      const then = afterOutcome(at, outcome);
      return { chain: then, said: [...so, ...then.says.map((situation) => say(situation))] };
    },
    { chain: first, said: first.says.map((situation) => say(situation)) },
  ).said;
  return { step: chain.step, said };
}
const written: SaveOutcome = { of: 'local', was: 'written' };
const full: SaveOutcome = { of: 'local', was: 'full' };
const failed: SaveOutcome = { of: 'local', was: 'failed' };

test('a small template goes to the database and nothing is said', () => {
  const { step, said } = run(chooseSave(small, true), { of: 'send', was: 'written' });
  expect(step).toEqual({ do: 'done', kept: 'account', record: small });
  expect(said).toEqual([]);
});

test('[SAVE-7] without file storage a large one is cut to 400000 characters and kept locally', () => {
  for (const first of [
    chooseSave(large, false),
    afterOutcome(chooseSave(large, true), { of: 'upload', was: 'missing' }),
  ]) {
    expect(first.step).toMatchObject({ do: 'keepLocally', budget: 'large' });
    const { step } = run(first, written);
    if (step.do !== 'done') throw new Error(step.do);
    expect(step.kept).toBe('device');
    expect(step.record.content).toHaveLength(400_000);
    expect(step.record).toMatchObject({ isCompressed: true, originalContentLength: 450_000 });
    expect(step.record.storageNote).toContain('Shortened from 450000 to 400000');
  }
});

test.each(['cors', 'unauthorized'] as const)(
  '[SAVE-7] after a storage error "%s" it is cut to 300000 characters',
  (was) => {
    const { step } = run(chooseSave(large, true), { of: 'upload', was }, written);
    expect(step).toMatchObject({ do: 'done', kept: 'device' });
    expect(step.do === 'done' && step.record.content.length).toBe(300_000);
    const lost = run(chooseSave(large, true), { of: 'upload', was }, failed);
    expect(lost.step).toEqual({
      do: 'fail',
      error:
        'Failed to save template due to CORS issues. Please contact support to fix Firebase Storage configuration.',
    });
  },
);

test('[SAVE-7] after another upload failure the record goes to local storage, then an emergency copy', () => {
  const first = afterOutcome(chooseSave(large, true), { of: 'upload', was: 'failed' });
  expect(first.step.do === 'keepLocally' && first.step.record.content.length).toBe(450_000);
  for (const outcome of [full, failed]) {
    const then = afterOutcome(first, outcome);
    expect(then.step.do === 'keepEmergency' && then.step.record.content.length).toBe(100_000);
  }
  expect(run(first, full, failed).step).toEqual({
    do: 'fail',
    error: 'Failed to save template. Please try again or contact support.',
  });
});

test('[SAVE-8] a write that takes more than 30 s is kept locally, with both toasts', () => {
  const { step, said } = run(chooseSave(small, true), { of: 'send', was: 'timeout' }, written);
  expect(step).toEqual({ do: 'done', kept: 'device', record: small });
  expect(said).toEqual([
    'Firestore connection timed out. Template saved locally as backup.',
    'Template saved locally (Firestore connection timed out)',
  ]);
});

test('[SAVE-9] without a database it is kept locally only, with both toasts', () => {
  const words = [
    'Firestore unavailable. Template saved locally as backup.',
    'Template saved locally (Firestore unavailable)',
  ];
  for (const first of [
    run(chooseSave(small, false), written),
    run(chooseSave(small, true), { of: 'send', was: 'unavailable' }, written),
  ]) {
    expect(first.step).toEqual({ do: 'done', kept: 'device', record: small });
    expect(first.said).toEqual(words);
  }
});

test('nothing is said to be saved before it is', () => {
  const chain = afterOutcome(chooseSave(small, true), { of: 'send', was: 'unavailable' });
  expect(chain.says).toEqual([]);
});

test('[SAVE-10] a full disk gets an emergency copy of 100000 characters; only when that fails an error', () => {
  const chain = chooseSave(record('x'.repeat(200_000)), false);
  const first = run(chain, full, written);
  expect(first.said).toEqual(['Template saved with emergency compression']);
  if (first.step.do !== 'done') throw new Error(first.step.do);
  expect(first.step.kept).toBe('emergency');
  expect(first.step.record).toMatchObject({ isEmergencySaved: true, isCompressed: true });
  expect(first.step.record.content).toHaveLength(100_000);

  const lost = run(chain, full, failed);
  expect(lost.said).toEqual(['Failed to save template. Please try again.']);
  expect(lost.step).toEqual({ do: 'fail', error: 'Failed to save template locally. Please try again.' });
});

test('[SAVE-10] an emergency copy of a short text keeps all of it and leaves the logo behind', () => {
  const branded = { ...small, branding: { companyName: 'Ada', logo: 'data:image/png;base64,AAAA' } };
  const { step } = run(chooseSave(branded, false), full, written);
  expect(step).toMatchObject({
    record: { content: small.content, isCompressed: false, branding: { companyName: 'Ada', logo: '' } },
  });
});

test('a storage that is switched off fails with its own words', () => {
  expect(run(chooseSave(small, false), failed).step).toEqual({
    do: 'fail',
    error: 'Failed to save template locally. Please try again.',
  });
});

test('a refused write is kept locally, and the refusal is thrown', () => {
  const refused = run(chooseSave(small, true), { of: 'send', was: 'refused' }, written);
  expect(refused.step).toEqual({
    do: 'fail',
    error: 'Failed to save template to Firestore. Please try again or contact support.',
  });
  expect(refused.said).toEqual(['Template saved locally. You can export it at any time.']);
  const limit = run(
    chooseSave(small, true),
    { of: 'send', was: 'refused', words: say('limitReached') },
    written,
  );
  expect(limit.step).toEqual({ do: 'fail', error: say('limitReached') });
});

/** Everything that can become of a step. */
const outcomesOf = ({ step }: SaveChain): SaveOutcome[] => {
  if (step.do === 'send')
    return [
      ...(['written', 'timeout', 'unavailable', 'refused'] as const).map(
        (was) => ({ of: 'send', was }) as const,
      ),
      ...(['missing', 'cors', 'unauthorized', 'failed'] as const).map(
        (was) => ({ of: 'upload', was }) as const,
      ),
    ];
  return (['written', 'full', 'failed'] as const).map((was) => ({ of: 'local', was }));
};

test('[SAVE-7] [SAVE-10] law: whatever fails in whatever order, it ends, kept where it says, cut labelled', () => {
  let ends = 0;
  function follow(
    template: SavedTemplate,
    chain: SaveChain,
    kept: SavedTemplate | null,
    path: string[],
  ): void {
    const { step } = chain;
    expect(path.length, path.join()).toBeLessThan(6);
    if (step.do !== 'done' && step.do !== 'fail') {
      for (const outcome of outcomesOf(chain)) {
        const taken = outcome.was === 'written' ? step.record : kept;
        follow(template, afterOutcome(chain, outcome), taken, [...path, `${step.do} ${outcome.was}`]);
      }
      return;
    }
    ends += 1;
    // Said to be saved exactly where something took it; a refusal is said although a copy is safe.
    expect(step.do, path.join()).toBe(kept !== null && !path.includes('send refused') ? 'done' : 'fail');
    const isCut = kept !== null && !kept.isStoredInStorage && kept.content.length < template.content.length;
    expect(isCut && !(kept.isCompressed && kept.storageNote), path.join()).toBe(false);
    const isInAccount = step.do === 'done' && step.kept === 'account';
    expect(isInAccount, path.join()).toBe(path.at(-1) === 'send written');
  }
  for (const template of [small, large])
    for (const canSend of [true, false]) follow(template, chooseSave(template, canSend), null, []);
  expect(ends).toBeGreaterThanOrEqual(80);
});
