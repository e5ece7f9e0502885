import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import type { Scan } from '#platform/server/files/scanner.ts';
import { createUploads } from './uploads.ts';

const plenty = 1e12;

async function stand({ scan = null, free = plenty }: { scan?: Scan | null; free?: number } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const clock = movableClock(new Date().toISOString());
  const uploads = createUploads({ folder, clock, scan, freeBytes: async () => free });
  return { folder, clock, uploads };
}

const file = (bytes: Uint8Array, name = 'kit.zip', print = '1') => ({ name, size: bytes.length, print });

test('[law] a file cut anywhere, sent twice, out of turn or after a reload is whole in the end', async () => {
  const { uploads } = await stand();
  let n = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 400 }),
      fc.array(fc.record({ at: fc.nat(500), most: fc.integer({ min: 1, max: 90 }), begins: fc.boolean() }), {
        maxLength: 30,
      }),
      async (bytes, hands) => {
        n += 1;
        const about = file(bytes, `file ${n}.bin`);
        let state = await uploads.begin('ada', about);
        for (const { at, most, begins } of hands) {
          if (begins) state = await uploads.begin('ada', about);
          const from = Math.min(at, bytes.length);
          const piece = bytes.subarray(from, Math.min(from + most, bytes.length));
          const after = await uploads.add('ada', state.id, from, piece);
          expect(after.got).toBe(from === state.got ? state.got + piece.length : state.got);
          state = after;
        }
        while (!state.isWhole)
          state = await uploads.add('ada', state.id, state.got, bytes.subarray(state.got, state.got + 64));
        const [given] = await uploads.given('ada', [state.id]);
        expect(new Uint8Array(await readFile(given?.path ?? ''))).toEqual(new Uint8Array(bytes));
        await uploads.drop('ada', [state.id]);
      },
    ),
    { numRuns: 40 },
  );
});

test('[law] nobody else’s: an upload is known to the operator who began it, and no id leads elsewhere', async () => {
  const { uploads } = await stand();
  const bytes = new Uint8Array(10);
  const { id } = await uploads.begin('ada', file(bytes));
  const ids = [id, '..', '../..', `${'a'.repeat(39)}/`, 'a'.repeat(40), '%2e%2e', ''];
  for (const each of ids) {
    await expect(uploads.add('ben', each, 0, bytes)).rejects.toMatchObject({ code: 'not_found' });
    await expect(uploads.given('ben', [each])).rejects.toMatchObject({ code: 'not_found' });
  }
  await uploads.drop('ben', [id]);
  expect((await uploads.begin('ben', file(bytes))).id).not.toBe(id);
  expect((await uploads.add('ada', id, 0, bytes)).isWhole).toBe(true);
});

test('half a file is given to nobody, and more than was said is refused', async () => {
  const { uploads } = await stand();
  const { id } = await uploads.begin('ada', file(new Uint8Array(10)));
  await uploads.add('ada', id, 0, new Uint8Array(6));
  await expect(uploads.given('ada', [id])).rejects.toMatchObject({ code: 'conflict' });
  await expect(uploads.add('ada', id, 6, new Uint8Array(5))).rejects.toMatchObject({ code: 'bad_request' });
  expect((await uploads.begin('ada', file(new Uint8Array(10)))).got).toBe(6);
  // Another file of the same name and size.
  expect((await uploads.begin('ada', file(new Uint8Array(10), 'kit.zip', '2'))).got).toBe(0);
});

test('what the scanner finds is gone; while it doesn’t answer, the file waits and is looked through later', async () => {
  let verdict: string | null | Error = new Error('no response');
  const scan: Scan = async (stream) => {
    let length = 0;
    for await (const part of stream as AsyncIterable<Uint8Array>) length += part.length;
    expect(length).toBe(10);
    if (verdict instanceof Error) throw verdict;
    return verdict;
  };
  const { uploads } = await stand({ scan });
  const bytes = new Uint8Array(10);
  const { id } = await uploads.begin('ada', file(bytes));
  await expect(uploads.add('ada', id, 0, bytes)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(uploads.given('ada', [id])).rejects.toMatchObject({ code: 'conflict' });
  verdict = null;
  expect((await uploads.add('ada', id, 10, new Uint8Array())).isWhole).toBe(true);
  verdict = 'Eicar';
  const other = await uploads.begin('ada', file(bytes, 'bad.exe'));
  await expect(uploads.add('ada', other.id, 0, bytes)).rejects.toThrow('virus scanner found');
  await expect(uploads.given('ada', [other.id])).rejects.toMatchObject({ code: 'not_found' });
});

test('what lies unfinished is bounded: by number, by bytes, by what is free, and by a day', async () => {
  const { uploads, clock } = await stand();
  for (let n = 0; n < 60; n += 1) await uploads.begin('ada', { name: `${n}`, size: 1, print: '' });
  await expect(uploads.begin('ada', { name: 'one more', size: 1, print: '' })).rejects.toMatchObject({
    code: 'too_many',
  });
  const gigabytes = { size: 2 * 1024 ** 3, print: '' };
  for (const name of ['a', 'b', 'c']) await uploads.begin('ben', { name, ...gigabytes });
  await expect(uploads.begin('ben', { name: 'd', ...gigabytes })).rejects.toMatchObject({ code: 'too_many' });
  const full = await stand({ free: 600 * 1024 ** 2 });
  await expect(full.uploads.begin('ada', { name: 'a', size: 100 * 1024 ** 2, print: '' })).rejects.toThrow(
    'no room',
  );

  const bytes = new Uint8Array(10);
  const late = await uploads.begin('cleo', file(bytes));
  clock.move(23 * 3_600_000);
  await uploads.sweep();
  expect((await uploads.begin('cleo', file(bytes))).id).toBe(late.id);
  clock.move(2 * 3_600_000);
  await uploads.sweep();
  expect((await uploads.begin('cleo', file(bytes))).id).not.toBe(late.id);
});

test('[law] at once or in turn: no begin passes the bounds or takes what is left for the database', async () => {
  const MB = 1024 ** 2;
  const left = 512 * MB;
  const begin = fc.record({ who: fc.constantFrom('ada', 'ben'), mb: fc.integer({ min: 1, max: 2048 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(begin, { minLength: 1, maxLength: 90 }),
      fc.integer({ min: 0, max: 14_000 }),
      fc.boolean(),
      async (begins, freeMb, areAtOnce) => {
        const { uploads } = await stand({ free: left + freeMb * MB });
        const one = ({ who, mb }: (typeof begins)[number], n: number) =>
          uploads.begin(who, { name: `${n}`, size: mb * MB, print: '' }).then(
            () => ({ who, mb }),
            () => null,
          );
        const answers = [];
        if (areAtOnce) answers.push(...(await Promise.all(begins.map(one))));
        else for (const [n, each] of begins.entries()) answers.push(await one(each, n));
        const taken = answers.filter((each) => each !== null);
        const sum = (of: typeof taken) => of.reduce((all, { mb }) => all + mb, 0);
        expect(sum(taken)).toBeLessThanOrEqual(freeMb);
        for (const who of ['ada', 'ben']) {
          const own = taken.filter((each) => each.who === who);
          expect(own.length).toBeLessThanOrEqual(60);
          expect(sum(own)).toBeLessThanOrEqual(6 * 1024);
        }
        // What fits is taken: the first one does, or nothing before it was in its way.
        expect(answers[0] !== null).toBe((begins[0]?.mb ?? 0) <= freeMb);
      },
    ),
    { numRuns: 25 },
  );
});

test('[law] while something else fills the disk, pieces stop before the rest, and go on once they fit', async () => {
  const left = 512 * 1024 ** 2;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ bytes: fc.integer({ min: 1, max: 90 }), others: fc.nat(150) }), {
        minLength: 1,
        maxLength: 20,
      }),
      fc.integer({ min: 1, max: 4 }),
      async (hands, atOnce) => {
        let others = 0;
        let room = 100_000;
        const folder = await mkdtemp(join(tmpdir(), 'uploads-'));
        onTestFinished(() => rm(folder, { recursive: true, force: true }));
        const sizes = () =>
          readdir(folder, { recursive: true, withFileTypes: true }).then((all) =>
            Promise.all(
              all
                .filter(({ name }) => name === 'bytes')
                .map(async ({ parentPath }) => (await stat(join(parentPath, 'bytes'))).size),
            ),
          );
        const freeBytes = async () =>
          left + room - others - (await sizes()).reduce((all, size) => all + size, 0);
        const uploads = createUploads({ folder, clock: movableClock('2026-11-28'), scan: null, freeBytes });
        const states = await Promise.all(
          Array.from({ length: atOnce }, (_, n) =>
            uploads.begin('ada', { name: `${n}`, size: 2000, print: '' }),
          ),
        );
        room = 1000;
        for (const { bytes, others: more } of hands) {
          others += more;
          const before = await freeBytes();
          await Promise.all(
            states.map(async (state, at) => {
              const add = uploads.add('ada', state.id, state.got, new Uint8Array(bytes));
              states[at] = await add.catch((error: unknown) => {
                expect(String(error)).toContain('it goes on');
                return state;
              });
            }),
          );
          expect(await freeBytes()).toBeGreaterThanOrEqual(Math.min(left, before));
        }
        others = 0;
        room = 100_000;
        for (let state of states) {
          while (!state.isWhole)
            state = await uploads.add(
              'ada',
              state.id,
              state.got,
              new Uint8Array(Math.min(500, 2000 - state.got)),
            );
          expect(state.got).toBe(2000);
        }
      },
    ),
    { numRuns: 25 },
  );
});
