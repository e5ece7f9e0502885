import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameLeaf, type Leaves } from '#base/leaves.ts';
import {
  afterAnswer,
  type AnswersBase,
  type AnswersWrite,
  dismiss,
  firstBase,
  forgotten,
  give,
  nextWrite,
} from '#features/documents/rules/answers/merge-answers.ts';
import { type FormState, mergeForm, noForm } from '#features/saved/rules/form-merge.ts';

/** The account: one form, its history, and what restoring a backup brings back. */
function account() {
  let state: FormState = noForm;
  let epoch = 'one';
  let count = 0;
  let backup: FormState = noForm;
  return {
    put(write: AnswersWrite) {
      const isAhead = write.changed.some(({ upon }) => upon > state.version);
      if (isAhead || (write.epoch !== null && write.epoch !== epoch)) return 'conflict' as const;
      state = mergeForm(state, write, 'at', () => `other-${++count}`);
      return this.get();
    },
    get: () => ({ version: state.version, epoch, leaves: state.leaves, others: state.others }),
    backUp: () => void (backup = state),
    restore() {
      state = backup;
      epoch += '+';
    },
  };
}
type Account = ReturnType<typeof account>;

/** A browser with the form open: its storage outlives the connection. Its clock isn't used, so it may be wrong. */
class Device {
  now: Leaves = {};
  base: AnswersBase;
  private readonly late: AnswersWrite[] = [];
  private readonly hub: Account;
  constructor(hub: Account, name: string) {
    this.hub = hub;
    this.base = firstBase('usr_ada', `device-${name}`);
  }
  type(path: string, value: string | null) {
    const { [path]: _former, ...rest } = this.now;
    this.now = value === null ? rest : { ...rest, [path]: value };
  }
  /** `line`: whether the request and response get through, and what is typed in the meantime. */
  sync(line: 'up' | 'no request' | 'no answer', meanwhile: () => void = () => {}) {
    const { base, write } = nextWrite(this.base, this.now, () => true);
    this.base = base;
    if (line === 'no request') return;
    const answer = write ? this.hub.put(write) : this.hub.get();
    if (write) this.late.push(write);
    meanwhile();
    if (line === 'no answer') return;
    if (answer === 'conflict') {
      this.base = forgotten(this.base);
      return;
    }
    if (!write && base.epoch !== null && base.epoch !== answer.epoch) {
      this.base = forgotten(this.base);
      return;
    }
    const after = afterAnswer(this.base, this.now, answer, write);
    this.base = after.base;
    this.now = after.now;
  }
  /** An earlier request arrives a second time, out of order. */
  again() {
    const [old] = this.late;
    if (old) this.hub.put(old);
  }
  /** The answers now belong to a saved document, and the form starts over. */
  save() {
    this.base = give(this.base, this.now);
    const saved = this.now;
    this.now = {};
    return saved;
  }
  decide() {
    const [other] = this.base.others;
    if (other) this.base = dismiss(this.base, [other.id]);
    return other;
  }
}

const paths = ['name', 'side.name', 'side.address', 'fee'];
const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('type' as const),
      path: fc.constantFrom(...paths),
      clear: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('sync' as const),
      line: fc.constantFrom('up' as const, 'up' as const, 'no request' as const, 'no answer' as const),
      types: fc.option(fc.constantFrom(...paths)),
    }),
  },
  fc.record({ do: fc.constant('again' as const) }),
  fc.record({ do: fc.constant('save' as const) }),
);
const story = fc.array(fc.tuple(fc.nat(2), act), { maxLength: 40 });

/** Records who knowingly overwrote or removed each text: only that may make it disappear. */
function play(
  steps: [
    number,
    {
      do: string;
      path?: string;
      clear?: boolean;
      line?: 'up' | 'no request' | 'no answer';
      types?: string | null;
    },
  ][],
) {
  const hub = account();
  const devices = [0, 1, 2].map((n) => new Device(hub, `${n}00000000`));
  const typed = new Map<string, { path: string; device: number }>();
  /** Overwritten or removed by someone who saw it, or in a saved document. */
  const given = new Set<string>();
  const saved = new Set<string>();
  const typists = new Map<string, Set<number>>();
  let count = 0;
  const write = (n: number, path: string, clear = false) => {
    const device = devices[n] as Device;
    const former = device.now[path];
    // Somebody looked at it and typed something else there.
    if (typeof former === 'string') given.add(former);
    const text = `text ${++count} of ${n}`;
    if (!clear) typed.set(text, { path, device: n });
    typists.set(path, (typists.get(path) ?? new Set()).add(n));
    device.type(path, clear ? null : text);
  };
  for (const [n, step] of steps) {
    const device = devices[n] as Device;
    if (step.do === 'type') write(n, step.path as string);
    if (step.do === 'type' && step.clear) write(n, step.path as string, true);
    if (step.do === 'sync') device.sync(step.line ?? 'up', () => step.types && write(n, step.types));
    if (step.do === 'again') device.again();
    if (step.do === 'save') {
      for (const text of Object.values(device.save()).map(String)) {
        given.add(text);
        saved.add(text);
      }
    }
  }
  for (let round = 0; round < 3; round++) for (const device of devices) device.sync('up');
  return { hub, devices, typed, given, saved, typists };
}

test('every typed text ends up in the merged answers or next to them, and devices converge', () => {
  fc.assert(
    fc.property(story, (steps) => {
      const { hub, devices, typed, given } = play(steps);
      const end = hub.get();
      const there = new Set([...Object.values(end.leaves), ...end.others.map(({ value }) => value)]);
      expect([...typed.keys()].filter((text) => !given.has(text) && !there.has(text))).toEqual([]);
      for (const device of devices) {
        expect(isSameLeaf(device.now, end.leaves)).toBe(true);
        expect(device.base.others).toEqual(end.others);
      }
    }),
    { numRuns: 3000 },
  );
});

test('saving clears the form of what was saved, on every device, and nothing typed since', () => {
  fc.assert(
    fc.property(story, (steps) => {
      const { hub, typed, given, saved, typists } = play(steps);
      const { leaves } = hub.get();
      for (const value of Object.values(leaves)) expect(saved).not.toContain(value);
      // Where only one device types, nothing but its own act or a document that was saved takes a text away.
      const standing = [...typed].filter(
        ([text, { path }]) => !given.has(text) && typists.get(path)?.size === 1,
      );
      for (const [text, { path }] of standing) expect(leaves[path]).toBe(text);
    }),
    { numRuns: 3000 },
  );
  const hub = account();
  const [desk, phone] = [new Device(hub, 'desk000000'), new Device(hub, 'phone00000')];
  desk.type('name', 'Wren');
  desk.type('fee', '100');
  desk.sync('up');
  phone.sync('up');
  desk.save();
  phone.type('name', 'Halden');
  phone.sync('up');
  desk.sync('no answer');
  phone.sync('up');
  expect([phone.now, phone.base.others]).toEqual([{ name: 'Halden' }, []]);
  // What was emptied by hand is a change like any other.
  desk.sync('up');
  desk.type('name', null);
  phone.type('name', 'Oak');
  phone.sync('up');
  desk.sync('up');
  expect([desk.now, desk.base.others.map(({ value }) => value)]).toEqual([{}, ['Oak']]);
});

test('what was sent without a response, and saved before one came, is cleared from the form, too', () => {
  const hub = account();
  const [desk, phone] = [new Device(hub, 'desk000000'), new Device(hub, 'phone00000')];
  desk.type('name', 'Wren');
  desk.sync('up');
  phone.sync('up', () => phone.type('name', 'Halden'));
  phone.sync('no answer');
  phone.save();
  phone.sync('up');
  phone.sync('up');
  expect(hub.get().leaves).toEqual({});
});

test('of two changes to one answer the later one wins, and the other is shown until resolved', () => {
  const hub = account();
  const [desk, phone] = [new Device(hub, 'desk000000'), new Device(hub, 'phone00000')];
  desk.type('name', 'Wren');
  desk.type('fee', '100');
  phone.type('name', 'Halden');
  desk.sync('up');
  phone.sync('up');
  desk.sync('up');
  expect([desk.now, phone.now]).toEqual([
    { name: 'Halden', fee: '100' },
    { name: 'Halden', fee: '100' },
  ]);
  expect(desk.base.others).toMatchObject([{ path: 'name', value: 'Wren' }]);
  expect(phone.base.others).toEqual(desk.base.others);
  const other = phone.decide();
  phone.type('name', String(other?.value));
  phone.sync('up');
  desk.sync('up');
  expect([desk.now['name'], desk.base.others, phone.base.others]).toEqual(['Wren', [], []]);
});

test('after a restore a device sends again what it has, and others’ edits stay next to it', () => {
  const hub = account();
  const [desk, phone] = [new Device(hub, 'desk000000'), new Device(hub, 'phone00000')];
  desk.type('name', 'Wren');
  desk.sync('up');
  hub.backUp();
  desk.type('fee', '100');
  desk.sync('up');
  hub.restore();
  phone.sync('up');
  expect(phone.now).toEqual({ name: 'Wren' });
  phone.type('name', 'Halden');
  phone.sync('up');
  for (let round = 0; round < 3; round++) for (const device of [desk, phone]) device.sync('up');
  expect(desk.now).toEqual(phone.now);
  expect(desk.now['fee']).toBe('100');
  const texts = [desk.now['name'], ...desk.base.others.map(({ value }) => value)];
  expect(texts).toEqual(expect.arrayContaining(['Wren', 'Halden']));
});
