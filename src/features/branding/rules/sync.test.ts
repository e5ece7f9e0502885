import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Branding, type BrandingField, defaultBranding, isBlank, sameBranding } from './branding.ts';
import { isConfirmed, noMark, readMark } from './mark.ts';
import { type AccountBranding, claimed, confirmed, edited, type Held, meet } from './sync.ts';

const blank: Held = { branding: defaultBranding, mark: noMark };
const own: Held = { branding: defaultBranding, mark: { ...noMark, owner: 'usr_1' } };
const account = (patch: Partial<Branding>, changedAt: number): AccountBranding => ({
  branding: { ...defaultBranding, ...patch },
  changedAt,
});

test('a change on a device whose clock is behind is still later than what it was made upon', () => {
  const met = meet(own, account({ companyName: 'Wren' }, 5000)).held;
  const next = edited(met, { phone: '1' }, 'usr_1', 10);
  expect(next.mark.changedAt).toBe(5001);
  expect(next.mark.touched).toEqual(['phone']);
});

test('what is the same changes nothing, not even its time', () => {
  expect(edited(own, { companyName: '' }, 'usr_1', 10).mark).toBe(own.mark);
});

test('a text that no storage takes becomes one that every storage takes', () => {
  const { branding } = edited(own, { companyName: 'a\u0000b\ud800c\nd', address: 'x\u0000\ny' }, 'usr_1', 1);
  expect(branding).toMatchObject({ companyName: 'ab\ufffdcd', address: 'x\ny' });
});

test('a new device takes the account’s branding; a letter typed before it came changes that field only', () => {
  const theirs = account(
    { companyName: 'Wren', email: 'a@wren.example', logo: 'data:image/png;base64,AAAA' },
    5000,
  );
  expect(meet(own, theirs)).toMatchObject({
    held: { branding: theirs.branding, mark: { touched: [], base: 5000 } },
    aside: null,
  });
  const typed = edited(own, { companyName: 'W' }, 'usr_1', 9000);
  expect(meet(typed, theirs).held.branding).toEqual({ ...theirs.branding, companyName: 'W' });
});

test('what a guest made first goes into an account that has none, whole', () => {
  const guest = claimed(edited(blank, { companyName: 'Wren' }, '', 100), 'usr_1');
  const { held, aside } = meet(guest, null);
  expect(held.branding.companyName).toBe('Wren');
  expect(held.mark).toMatchObject({ base: null, changedAt: 100 });
  expect(held.mark.touched.length).toBe(10);
  expect(aside).toBeNull();
});

test('a guest’s later branding wins whole and the account’s is set aside; an earlier one is set aside itself', () => {
  const theirs = account({ companyName: 'Wold', phone: '7' }, 5000);
  const later = claimed(edited(blank, { companyName: 'Wren' }, '', 6000), 'usr_1');
  expect(meet(later, theirs)).toMatchObject({
    held: { branding: { companyName: 'Wren', phone: '' } },
    aside: theirs.branding,
  });
  const earlier = claimed(edited(blank, { companyName: 'Wren' }, '', 4000), 'usr_1');
  expect(meet(earlier, theirs)).toMatchObject({
    held: { branding: theirs.branding },
    aside: { companyName: 'Wren' },
  });
});

test('what was changed while a change was on its way is still to be sent', () => {
  const sent = edited(own, { companyName: 'Wren' }, 'usr_1', 100);
  const meanwhile = edited(sent, { phone: '7' }, 'usr_1', 100);
  expect(isConfirmed(confirmed(sent, sent, 100).mark, 'usr_1')).toBe(true);
  const left = confirmed(meanwhile, sent, 100);
  expect(isConfirmed(left.mark, 'usr_1')).toBe(false);
  expect(left).toMatchObject({ branding: { phone: '7' }, mark: { base: 100 } });
  expect(left.mark.changedAt).toBeGreaterThan(100);
});

test('confirmed is only what the server has for this very person', () => {
  const mark = { ...noMark, owner: 'usr_1', base: 5, changedAt: 5 };
  expect(isConfirmed(mark, 'usr_1')).toBe(true);
  expect(isConfirmed(mark, 'usr_2')).toBe(false);
  expect(isConfirmed({ ...mark, base: null }, 'usr_1')).toBe(false);
  expect(isConfirmed({ ...mark, touched: ['logo'] }, 'usr_1')).toBe(false);
});

test('a mark in storage that is damaged is none', () => {
  expect(readMark('{"owner":"usr_1","changedAt":5,"base":"x","touched":["phone",7],"logoAt":-1}')).toEqual({
    owner: 'usr_1',
    changedAt: 5,
    base: null,
    touched: ['phone'],
    logoAt: 0,
  });
  for (const text of [
    null,
    '',
    '{',
    'null',
    '[]',
    '{"owner":7,"changedAt":1}',
    '{"owner":"x","changedAt":"1"}',
  ])
    expect(readMark(text)).toBeNull();
  fc.assert(fc.property(fc.json(), (text) => void readMark(text)));
});

// Two devices of one person with clocks of their own, and the account between them.
type Step = { device: 0 | 1; edit: { field: BrandingField; value: string } | null };
const step: fc.Arbitrary<Step> = fc.record({
  device: fc.constantFrom(0 as const, 1 as const),
  edit: fc.option(
    fc.record({
      field: fc.constantFrom<BrandingField>('companyName', 'phone', 'logo'),
      value: fc.stringMatching(/^[a-z]{1,4}$/),
    }),
    { nil: null },
  ),
});

test('two devices end alike, whatever happens in which order; no last word is lost without being set aside', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 30 }),
      fc.oneof(fc.constant(0), fc.integer({ min: -500, max: 500 })),
      (steps, skew) => {
        let now = 10_000;
        let saved: AccountBranding | null = null;
        const devices: [Held, Held] = [own, own];
        const asides: Branding[] = [];
        const sync = (which: 0 | 1) => {
          for (let tries = 0; ; tries++) {
            expect(tries).toBeLessThan(3);
            const { held, aside } = meet(devices[which], saved);
            devices[which] = held;
            if (aside) asides.push(aside);
            if (held.mark.touched.length === 0) return;
            // The server's side of it: only upon what it has.
            if (held.mark.base !== (saved?.changedAt ?? null)) continue;
            const taken: number = Math.max(Math.min(held.mark.changedAt, now), (held.mark.base ?? -1) + 1);
            saved = { branding: held.branding, changedAt: taken };
            devices[which] = confirmed(held, held, taken);
          }
        };
        const typed: Branding[] = [];
        for (const { device, edit } of steps) {
          now += 10;
          if (edit) {
            devices[device] = edited(
              devices[device],
              { [edit.field]: edit.value },
              'usr_1',
              now + (device === 1 ? skew : 0),
            );
            typed.push(devices[device].branding);
          } else sync(device);
        }
        sync(0);
        sync(1);
        sync(0);
        expect(sameBranding(devices[0].branding, devices[1].branding)).toBe(true);
        const end = devices[0].branding;
        // Whatever was typed last stands there, or was offered back; of clocks that differ nobody knows which was last.
        const last = typed.at(-1);
        if (skew === 0 && last && !isBlank(last)) {
          const lastEdit = steps.findLast(({ edit: it }) => it !== null)?.edit;
          const field = lastEdit?.field ?? 'companyName';
          expect([end, ...asides].some((branding) => branding[field] === last[field])).toBe(true);
        }
      },
    ),
    { numRuns: 500 },
  );
});
