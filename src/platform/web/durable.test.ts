// Long because: the model of an account and what is tried against it belong together.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '#base/problem.ts';
import { memoryDisk } from '#testing/memory-disk.ts';
import { type Change, createDurable, type HeadLike, type Settlement, type Waiting } from './durable.ts';
import { createOutbox } from './outbox.ts';

const owner = 'usr_ada';
const kind = 'note';

interface Head extends HeadLike {
  deleted: boolean;
}

/** The account, with the server's rules: one order, each key once, an edit based on an older text becomes a copy. */
function account() {
  const rows = new Map<string, Head & { text: string }>();
  const answered = new Map<string, { id: string; version: number; isCopy: boolean }>();
  let seq = 0;
  let copies = 0;
  let writes = 0;
  const headOf = (id: string): Head => {
    const { text: _text, ...head } = rows.get(id) as Head & { text: string };
    return head;
  };
  function take({ op, id }: Waiting): Settlement {
    const before = answered.get(op.key);
    if (before) return { head: headOf(before.id), version: before.version, isCopy: before.isCopy };
    writes += 1;
    const row = rows.get(id);
    const text = String(op.payload['text']);
    let target = id;
    let isCopy = false;
    if (op.what === 'remove') {
      if (!row) throw new Problem('not_found');
      if (row.contentVersion > op.base && !row.deleted)
        return { head: headOf(id), version: row.version, isCopy: false };
      rows.set(id, { ...row, deleted: true, version: row.version + 1, seq: ++seq });
    } else if (row && op.payload['text'] === undefined)
      rows.set(id, { ...row, version: row.version + 1, seq: ++seq });
    else if (row && (op.what === 'add' || row.contentVersion > op.base)) {
      target = `${id}-copy${++copies}`;
      isCopy = true;
      rows.set(target, {
        id: target,
        version: 1,
        contentVersion: 1,
        seq: ++seq,
        isPurged: false,
        deleted: false,
        text,
      });
    } else if (!row && op.what === 'change') throw new Problem('not_found');
    else {
      const version = (row?.version ?? 0) + 1;
      rows.set(id, {
        id,
        version,
        contentVersion: version,
        seq: ++seq,
        isPurged: false,
        deleted: false,
        text,
      });
    }
    const { version } = headOf(target);
    answered.set(op.key, { id: target, version, isCopy });
    return { head: headOf(target), version, isCopy };
  }
  return {
    take,
    text: (id: string) => rows.get(id)?.text,
    heads: (after = 0) =>
      [...rows.keys()]
        .map(headOf)
        .filter((head) => head.seq > after)
        .sort((a, b) => a.seq - b.seq),
    texts: () => [...rows.values()].map(({ text }) => text),
    writes: () => writes,
    seq: () => seq,
  };
}
type Account = ReturnType<typeof account>;

let keys = 0;
/** A browser: a disk that outlives it, and a connection that can be cut before or after the response. */
function browser(hub: Account, disk = memoryDisk()) {
  const changes: Change[] = [];
  const durable = createDurable(disk, (change) => changes.push(change));
  const line = { up: true, losesAnswers: false };
  const outbox = createOutbox({
    durable,
    senders: {
      [kind]: async (row) => {
        if (!line.up) throw new Problem('unavailable');
        const answer = hub.take(row);
        if (line.losesAnswers) throw new Problem('unavailable');
        return answer;
      },
    },
    alone: (_name, work) => work(),
    later: () => () => {},
    random: () => 0,
  });
  async function write(id: string, text: string, isNew = false): Promise<Waiting> {
    const { kept, body } = await durable.one(owner, kind, id);
    const base = body?.version ?? kept?.remote?.contentVersion ?? 0;
    const head: Head = { id, version: base, contentVersion: base, seq: 0, isPurged: false, deleted: false };
    const op = {
      what: isNew ? ('add' as const) : ('change' as const),
      key: `key-${++keys}`,
      base,
      payload: { text },
    };
    return durable.edit({ owner, kind, id, head, body: { id, text }, on: body?.rev, op, at: '' });
  }
  async function remove(id: string) {
    const { kept, body } = await durable.one(owner, kind, id);
    const base = body?.version ?? kept?.remote?.contentVersion ?? 0;
    const head = { ...(kept?.local ?? kept?.remote), id, deleted: true } as Head;
    return durable.edit({
      owner,
      kind,
      id,
      head,
      op: { what: 'remove', key: `key-${++keys}`, base, payload: {} },
      at: '',
    });
  }
  async function rename(id: string) {
    const { kept, body } = await durable.one(owner, kind, id);
    const base = body?.version ?? kept?.remote?.contentVersion ?? 0;
    const head = { ...(kept?.local ?? kept?.remote), id } as Head;
    return durable.edit({
      owner,
      kind,
      id,
      head,
      op: { what: 'change', key: `key-${++keys}`, base, payload: { name: 'new' } },
      at: '',
    });
  }
  /** Receives what the account reports. */
  const hear = async () =>
    durable.applyRemote(owner, kind, hub.heads((await durable.place(owner, kind)).value), hub.seq());
  const shown = async () =>
    (await durable.list<Head>(owner, kind))
      .map(({ remote, local }) => local ?? remote)
      .filter((head) => head !== null)
      .map(({ id, deleted }) => `${id}${deleted ? ' deleted' : ''}`)
      .sort();
  return { disk, durable, outbox, line, changes, write, remove, rename, hear, shown };
}

test('a document and its queue entry are either both on disk or neither is', async () => {
  for (let write = 1; write <= 5; write++) {
    const { disk, durable, write: save } = browser(account());
    disk.failFrom(write);
    const done = await save('a', 'text', true).then(
      () => true,
      () => false,
    );
    disk.works();
    const { kept, body } = await durable.one(owner, kind, 'a');
    const waiting = await durable.waiting(owner);
    expect([kept !== null, body !== null, waiting.length === 1], `the ${write}. write fails`).toEqual([
      done,
      done,
      done,
    ]);
    await save('b', 'later', true);
    expect(await durable.waiting(owner)).toHaveLength(done ? 2 : 1);
  }
});

test('with the disk full at every k-th write, nothing acknowledged is lost', async () => {
  for (let write = 1; write <= 25; write++) {
    const hub = account();
    const ada = browser(hub);
    const acknowledged: string[] = [];
    ada.disk.failFrom(write);
    for (const id of ['a', 'b', 'c', 'd']) {
      await ada.write(id, `text of ${id}`, true).then(
        () => acknowledged.push(id),
        () => {},
      );
      await ada.outbox.drain(owner);
    }
    ada.disk.works();
    await ada.outbox.drain(owner);
    expect(
      acknowledged.filter((id) => hub.text(id) !== `text of ${id}`),
      `full at ${write}`,
    ).toEqual([]);
    expect(await ada.durable.waiting(owner)).toEqual([]);
  }
});

test('[LIST-3] a long list’s first screen is its newest, without bin or deleted, with a total', async () => {
  const { durable } = browser(account());
  const heads = Array.from({ length: 30 }, (_, n) => ({
    id: `t${n}`,
    version: 1,
    contentVersion: 1,
    seq: n + 1,
    isPurged: n === 29,
    deletedAt: n === 28 ? '2026-11-21T12:00:00.000Z' : null,
    updatedAt: `2026-11-21T12:00:${n + 10}.000Z`,
  }));
  await durable.applyRemote(owner, kind, heads, 30);
  await durable.applyRemote('somebody else', kind, heads, 30);
  const { lines, total } = await durable.front(owner, kind, 3);
  expect(lines.map(({ id }) => id)).toEqual(['t27', 't26', 't25']);
  expect(total).toBe(28);
  expect(await durable.owners()).toEqual([owner, 'somebody else']);
});

test('queued writes are sent in order once online, and unsent edits are combined', async () => {
  const hub = account();
  const ada = browser(hub);
  ada.line.up = false;
  await ada.write('a', 'first', true);
  await ada.write('a', 'second');
  await ada.write('b', 'other', true);
  await ada.outbox.drain(owner);
  await ada.write('a', 'third');
  await ada.write('a', 'fourth');
  expect((await ada.durable.waiting(owner)).map(({ id, op }) => [id, op.payload['text']])).toEqual([
    ['a', 'second'],
    ['b', 'other'],
    ['a', 'fourth'],
  ]);
  ada.line.up = true;
  await ada.outbox.drain(owner);
  expect(hub.heads().map(({ id, version }) => [id, version])).toEqual([
    ['b', 1],
    ['a', 2],
  ]);
  expect(hub.text('a')).toBe('fourth');
  expect(await ada.durable.waiting(owner)).toEqual([]);
});

test('a lost response is requested again, and the write happens once', async () => {
  const hub = account();
  const ada = browser(hub);
  ada.line.losesAnswers = true;
  await ada.write('a', 'first', true);
  await ada.outbox.drain(owner);
  await ada.write('a', 'second');
  ada.line.losesAnswers = false;
  await ada.outbox.drain(owner);
  expect(hub.writes()).toBe(2);
  expect(hub.heads()).toHaveLength(1);
  expect(hub.text('a')).toBe('second');
});

test('a rejected write blocks only its item, says why, and can be retried or dropped', async () => {
  const hub = account();
  const ada = browser(hub);
  let refuses = true;
  const outbox = createOutbox({
    durable: ada.durable,
    senders: {
      [kind]: async (row) => {
        if (refuses && row.id === 'full') throw new Problem('limit_reached', 'No room.');
        return hub.take(row);
      },
    },
    alone: (_name, work) => work(),
    later: () => () => {},
    random: () => 0,
  });
  const row = await ada.write('full', 'kept', true);
  await ada.write('fine', 'sent', true);
  const outcome = await outbox.send(row);
  expect(outcome).toMatchObject({ refused: { code: 'limit_reached' } });
  expect(hub.texts()).toEqual(['sent']);
  expect(await ada.durable.waiting(owner)).toMatchObject([{ id: 'full', refusal: 'No room.' }]);
  expect((await ada.durable.one(owner, kind, 'full')).body).toMatchObject({ body: { text: 'kept' } });
  refuses = false;
  await outbox.retry(owner);
  expect(hub.text('full')).toBe('kept');

  refuses = true;
  await ada.write('full', 'never mind');
  await outbox.drain(owner);
  await ada.durable.discard(owner, kind, 'full');
  expect(await ada.durable.waiting(owner)).toEqual([]);
  expect(await ada.shown()).toEqual(['fine', 'full']);
});

test('a write that always makes the server fail lets the others pass after some attempts', async () => {
  const ada = browser(account());
  const outbox = createOutbox({
    durable: ada.durable,
    senders: { [kind]: async () => Promise.reject(new Error('bug')) },
    alone: (_n, work) => work(),
    later: () => () => {},
    random: () => 0,
  });
  await ada.write('a', 'x', true);
  for (let n = 0; n < 8; n++) await outbox.drain(owner);
  expect((await ada.durable.waiting(owner))[0]?.refusal).toBeTruthy();
});

test('two tabs editing one text: the second becomes a copy, though sent by one device', async () => {
  const hub = account();
  const ada = browser(hub);
  await ada.write('a', 'start', true);
  await ada.outbox.drain(owner);
  const { body } = await ada.durable.one(owner, kind, 'a');
  const edit = (text: string) =>
    ada.durable.edit({
      owner,
      kind,
      id: 'a',
      head: { id: 'a', version: 1, contentVersion: 1, seq: 0, isPurged: false },
      body: { id: 'a', text },
      on: body?.rev,
      op: { what: 'change', key: `key-${++keys}`, base: 1, payload: { text } },
      at: '',
    });
  await edit('from the first tab');
  await edit('from the second tab');
  await ada.outbox.drain(owner);
  expect(hub.texts().sort()).toEqual(['from the first tab', 'from the second tab']);
});

test('an edit begun before the first save returned updates it and doesn’t create a copy', async () => {
  const hub = account();
  const ada = browser(hub);
  const first = await ada.write('n1', 'first', true);
  const head: Head = { id: 'n1', version: 0, contentVersion: 0, seq: 0, isPurged: false, deleted: false };
  const op = { what: 'change', key: 'key-of-second', base: 0, payload: { text: 'second' } } as const;
  const edit = { owner, kind, id: 'n1', head, body: { id: 'n1', text: 'second' }, op, at: '' };
  await ada.outbox.drain(owner);
  await ada.durable.edit({ ...edit, on: first.op.key });
  await ada.outbox.drain(owner);
  expect(hub.texts()).toEqual(['second']);
});

test('a guest’s drafts move to the account, which sends them', async () => {
  const hub = account();
  const ada = browser(hub);
  await ada.durable.edit({
    owner: 'guest',
    kind,
    id: 'draft',
    head: { id: 'draft', version: 0, contentVersion: 0, seq: 0, isPurged: false },
    body: { text: 'mine', userId: 'guest' },
    op: { what: 'add', key: 'key-guest', base: 0, payload: { text: 'mine' } },
    at: '',
    aside: { text: 'whole' },
  });
  expect(await ada.durable.owners()).toEqual(['guest']);
  expect(await ada.durable.adopt('guest', owner)).toBe(1);
  expect(await ada.durable.owners()).toEqual([owner]);
  expect((await ada.durable.one(owner, kind, 'draft')).body).toMatchObject({
    owner,
    body: { userId: owner },
  });
  expect(await ada.durable.asides(owner, kind)).toHaveLength(1);
  await ada.outbox.drain(owner);
  expect(hub.text('draft')).toBe('mine');
  expect([
    await ada.durable.list('guest', kind),
    await ada.durable.waiting('guest'),
    await ada.durable.asides('guest', kind),
  ]).toEqual([[], [], []]);
});

test('on sign-out, what the account has is removed and the rest stays under its owner', async () => {
  const hub = account();
  const ada = browser(hub);
  await ada.write('sent', 'x', true);
  await ada.outbox.drain(owner);
  ada.line.up = false;
  await ada.write('unsent', 'y', true);
  await ada.durable.forgetConfirmed(owner);
  expect(await ada.shown()).toEqual(['unsent']);
  expect(ada.disk.count('bodies')).toBe(1);
  expect(await ada.durable.place(owner, kind)).toEqual({ value: 0, epoch: null });
  ada.line.up = true;
  await ada.outbox.drain(owner);
  await ada.hear();
  expect(await ada.shown()).toEqual(['sent', 'unsent']);
});

test('text from the account never overwrites an unsent one, nor an older one a newer one', async () => {
  const ada = browser(account());
  await ada.durable.keepBody(owner, kind, 'a', 'v3', 3);
  expect(await ada.durable.keepBody(owner, kind, 'a', 'v2', 2)).toMatchObject({ body: 'v3' });
  await ada.write('a', 'mine');
  expect(await ada.durable.keepBody(owner, kind, 'a', 'v4', 4)).toMatchObject({
    body: { text: 'mine' },
    isMine: true,
  });
});

type Step =
  | { do: 'edit'; device: number; thing: number }
  | { do: 'add'; device: number }
  | { do: 'remove' | 'rename'; device: number; thing: number }
  | { do: 'line'; device: number; up: boolean; losesAnswers: boolean }
  | { do: 'drain' | 'hear' | 'crash'; device: number };

const device = fc.constantFrom(0, 1);
const thing = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('edit' as const), device, thing }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('add' as const), device }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('remove' as const, 'rename' as const), device, thing }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('line' as const),
      device,
      up: fc.boolean(),
      losesAnswers: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('drain' as const, 'hear' as const, 'crash' as const),
      device,
    }),
  },
);

/** Two devices in any order of events; then both come online. */
async function converges(steps: Step[]): Promise<void> {
  const hub = account();
  const disks = [memoryDisk(), memoryDisk()];
  const devices = disks.map((disk) => browser(hub, disk));
  const madeUpon = new Map<string, string | undefined>();
  let count = 0;
  for (const at of steps) {
    const one = devices[at.device];
    if (!one) continue;
    if (at.do === 'add') {
      const text = `text-${++count}`;
      madeUpon.set(text, undefined);
      await one.write(`d${at.device}-${count}`, text, true);
    } else if (at.do === 'edit' || at.do === 'remove' || at.do === 'rename') {
      const lines = (await one.durable.list<Head>(owner, kind)).filter(
        ({ local, remote }) => !(local ?? remote)?.deleted,
      );
      const { id } = lines[at.thing % Math.max(1, lines.length)] ?? {};
      if (id === undefined) continue;
      const { body, kept } = await one.durable.one(owner, kind, id);
      // Opening reads the account's text first if it is newer and there is a connection.
      const isOld = !body || (!body.isMine && (kept?.remote?.contentVersion ?? 0) > body.version);
      if (isOld && (!one.line.up || !kept?.remote)) continue;
      const loaded = isOld
        ? await one.durable.keepBody(
            owner,
            kind,
            id,
            { id, text: hub.text(id) },
            hub.heads().find((head) => head.id === id)?.contentVersion ?? 0,
          )
        : body;
      if (at.do === 'rename') await one.rename(id);
      else if (at.do === 'remove') await one.remove(id);
      else {
        const text = `text-${++count}`;
        madeUpon.set(text, (loaded.body as { text: string }).text);
        await one.write(id, text);
      }
    } else if (at.do === 'line') Object.assign(one.line, { up: at.up, losesAnswers: at.losesAnswers });
    else if (at.do === 'drain') await one.outbox.drain(owner);
    else if (at.do === 'hear') {
      if (one.line.up) await one.hear();
    } else devices[at.device] = browser(hub, disks[at.device]);
  }
  for (const one of devices) Object.assign(one.line, { up: true, losesAnswers: false });
  for (const one of devices) await one.outbox.drain(owner);
  for (const one of devices) await one.hear();

  const [first, second] = await Promise.all(devices.map((one) => one.shown()));
  expect(first).toEqual(second);
  expect(first).toEqual(
    hub
      .heads()
      .map(({ id, deleted }) => `${id}${deleted ? ' deleted' : ''}`)
      .sort(),
  );
  for (const one of devices) expect(await one.durable.waiting(owner)).toEqual([]);
  // Every text still exists, or someone who saw it based another one on it.
  const alive = new Set(hub.texts());
  for (const text of hub.texts())
    for (let at = madeUpon.get(text); at !== undefined; at = madeUpon.get(at)) alive.add(at);
  expect([...madeUpon.keys()].filter((text) => !alive.has(text))).toEqual([]);
}

/** Histories that once lost an edit. */
const pinned: [string, Step[]][] = [
  [
    'a deletion that was not done, for somebody had edited, tells nothing of the text that is here',
    [
      { do: 'add', device: 1 },
      { do: 'drain', device: 1 },
      { do: 'remove', device: 1, thing: 0 },
      { do: 'hear', device: 0 },
      { do: 'edit', device: 0, thing: 0 },
      { do: 'drain', device: 0 },
      { do: 'drain', device: 1 },
      { do: 'edit', device: 1, thing: 0 },
    ],
  ],
];
test.each(pinned)('%s', (_name, steps) => converges(steps));

const runs = Number(process.env['CONVERGENCE_RUNS'] ?? 400);
test(`two devices in ${runs} random histories converge and lose no edit`, async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), converges), {
    numRuns: runs,
    seed: Number(process.env['CONVERGENCE_SEED'] ?? 4711),
  });
});
