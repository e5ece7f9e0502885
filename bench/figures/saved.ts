import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type Hub, startHub } from '../../e2e/hub.ts';
import { atMost, type Figure, median } from '../kit.ts';
import { addTemplate, type Member, openBrowser, signUp } from '../torture/kit.ts';

/** What saving costs, how soon others see it, and how long a list is before it is slow. */
export async function figures(): Promise<Figure[]> {
  await using hub = await startHub({ env: { TRUST_PROXY: '1' } });
  return [
    await saveAgainstInsert(hub),
    await seenElsewhere(hub),
    ...(await manySubscribers(hub)),
    ...(await longList(hub)),
  ];
}

const text = 'Lorem ipsum dolor sit amet. '.repeat(700);
const percentile = (values: number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN;

async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

/** The same database, the same disk: the hub's own socket. */
async function connect(hub: Hub): Promise<Client> {
  const [, , , port, host] = readFileSync(join(hub.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const client = new Client({ host: host ?? '', port: Number(port), user: 'hub', database: 'postgres' });
  await client.connect();
  return client;
}

let keys = 0;
const change = (member: Member, id: string, base: number, content: string) =>
  member.ask<{ version: number }>('PATCH', `/api/saved/${id}`, {
    key: `key-bench-${++keys}-000`,
    base,
    content,
    fields: [],
    formData: {},
  });

async function saveAgainstInsert(hub: Hub): Promise<Figure> {
  const member = await signUp(hub.url);
  await addTemplate(member, 'tpl_cost', 'Cost');
  const client = await connect(hub);
  await client.query(
    'create table bench_bare (owner_id text, id integer, content text, primary key (owner_id, id))',
  );
  const [saves, inserts]: [number[], number[]] = [[], []];
  let version = 1;
  for (let round = 0; round < 400; round++) {
    inserts.push(
      await timed(() =>
        client.query('insert into bench_bare values ($1, $2, $3)', ['usr_bench', round, `${text}${round}`]),
      ),
    );
    saves.push(
      await timed(async () => {
        ({ version } = await change(member, 'tpl_cost', version, `${text}${round}`));
      }),
    );
  }
  await client.query('drop table bench_bare');
  await client.end();
  const [save, insert] = [median(saves.slice(100)), median(inserts.slice(100))];
  const what = `a save of 20 KB by HTTP (${save.toFixed(2)} ms) against a bare insert of it (${insert.toFixed(2)} ms)`;
  return atMost(what, save / insert, 4, 'x', 2);
}

/** Reads a stream of changes, and calls back with each change as it arrives. */
async function listen(hub: Hub, member: Member, hear: (excerpt: string) => void): Promise<() => void> {
  const ending = new AbortController();
  const response = await fetch(`${hub.url}/api/saved/events?after=0`, {
    headers: { cookie: member.cookie },
    signal: ending.signal,
  });
  if (!response.ok || !response.body) throw new Error(`No stream: ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let isLive = () => {};
  const live = new Promise<void>((resolve) => (isLive = resolve));
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = `${rest}${value}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.includes('event: live')) isLive();
        const data = /^event: change$/m.test(block) && /^data: (.*)$/m.exec(block)?.[1];
        if (data) for (const { excerpt } of JSON.parse(data) as { excerpt: string }[]) hear(excerpt);
      }
    }
  })().catch(() => {});
  await live;
  return () => ending.abort();
}

async function seenElsewhere(hub: Hub): Promise<Figure> {
  const member = await signUp(hub.url);
  await addTemplate(member, 'tpl_seen', 'Seen');
  const seen = new Map<string, number>();
  const leave = await listen(hub, member, (excerpt) => seen.set(excerpt, performance.now()));
  const delays: number[] = [];
  let version = 1;
  for (let round = 0; round < 200; round++) {
    const began = performance.now();
    ({ version } = await change(member, 'tpl_seen', version, `round ${round}`));
    while (!seen.has(`round ${round}`)) await sleep(1);
    delays.push((seen.get(`round ${round}`) ?? 0) - began);
  }
  leave();
  return atMost(
    'from pressing save to seeing it elsewhere, p95 of 200',
    percentile(delays, 0.95),
    100,
    'ms',
    0,
  );
}

/** A hub that says it is too busy is asked again, as a browser does; the time runs on. */
async function insist(act: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return void (await act());
    } catch (error) {
      if (tries === 20) throw error;
      await sleep(500);
    }
  }
}

async function manySubscribers(hub: Hub): Promise<Figure[]> {
  const [members, each, perSecond, seconds] = [20, 50, 100, 10];
  const sent: number[] = [];
  const delays: number[] = [];
  const leaves: (() => void)[] = [];
  const all: Member[] = [];
  // Changes of one template that come close together arrive as its newest state: with it all before it are there.
  const upTo = (first: number) => {
    let next = first;
    return (excerpt: string) => {
      const last = Number(/^change (\d+)$/.exec(excerpt)?.[1] ?? -1);
      for (; next <= last; next += members) delays.push(performance.now() - (sent[next] ?? 0));
    };
  };
  for (let n = 0; n < members; n++) {
    const member = await signUp(hub.url);
    await addTemplate(member, `tpl_many_${n}`, 'Many');
    all.push(member);
    for (let stream = 0; stream < each; stream++) leaves.push(await listen(hub, member, upTo(n)));
  }
  const began = performance.now();
  const saves: Promise<void>[] = [];
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = began + (n * 1000) / perSecond;
    if (due > performance.now()) await sleep(due - performance.now());
    const member = all[n % members];
    if (!member) continue;
    sent[n] = performance.now();
    saves.push(insist(() => change(member, `tpl_many_${n % members}`, 1_000_000, `change ${n}`)));
  }
  await Promise.all(saves);
  const wanted = perSecond * seconds * each;
  for (let wait = 0; wait < 100 && delays.length < wanted; wait++) await sleep(50);
  leaves.forEach((leave) => leave());
  return [
    atMost(
      `${members * each} subscribers at ${perSecond} changes a second for ${seconds} s, p99`,
      percentile(delays, 0.99),
      250,
      'ms',
      0,
    ),
    atMost(`changes missed of ${wanted}`, wanted - delays.length, 0, '', 0),
  ];
}

async function longList(hub: Hub): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-list-'));
  const member = await signUp(hub.url);
  try {
    const context = await openBrowser(folder, hub.url, member);
    const heads = Array.from({ length: 10_000 }, (_, n) => ({
      id: `many_${n}`,
      version: 1,
      contentVersion: 1,
      seq: n + 1,
      name: `Template ${n}`,
      folder: '',
      starred: false,
      deletedAt: null,
      isPurged: false,
      contentLength: 1,
      bytes: 100,
      excerpt: 'text',
      createdAt: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:00:00.000Z',
      isStoredInStorage: false,
      contentURL: null,
      isCompressed: false,
      isEmergencySaved: false,
      isBranded: false,
      branding: null,
    }));
    const body = `id: 10000\nevent: change\ndata: ${JSON.stringify(heads)}\n\nevent: live\ndata: 10000\n\n`;
    await context.route('**/api/saved/events*', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body }),
    );
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto('/dashboard/templates');
    await page.getByText('10000 of 10000').waitFor();
    await context.unroute('**/api/saved/events*');
    // From here on nothing comes from the hub: what shows is what this browser has.
    await context.route('**/api/saved/events*', (route) => route.abort());
    // Counts from the document's address, or from the next click.
    const watch = (from: 'address' | 'click') =>
      `window.shown = new Promise((resolve) => {
        const watch = (began) => {
          let first = 0;
          const look = () => {
            const text = document.querySelector('main')?.textContent ?? '';
            if (text.includes('10000 of 10000')) first ||= performance.now() - began;
            // The space used is known once every one of them is read.
            if (first && /10000 of 10000 · .*used/.test(text)) resolve([first, performance.now() - began]);
            else requestAnimationFrame(look);
          };
          look();
        };
        if (${from === 'address'}) watch(0);
        else document.addEventListener('click', () => watch(performance.now()), { once: true, capture: true });
      }); void 0`;
    const shown = () => page.evaluate<[number, number]>('window.shown');
    const click = async (restMs: number) => {
      await page.goto('/tools');
      const link = page.getByRole('banner').getByRole('link', { name: 'Dashboard' });
      await link.waitFor();
      await sleep(restMs);
      await page.evaluate(watch('click'));
      await link.click();
      return shown();
    };
    const atRest: [number, number][] = [];
    const atOnce: [number, number][] = [];
    const byAddress: [number, number][] = [];
    for (let round = 0; round < 5; round++) {
      atRest.push(await click(3000));
      atOnce.push(await click(0));
    }
    await page.addInitScript(watch('address'));
    for (let round = 0; round < 5; round++) {
      await page.goto('/dashboard/templates');
      byAddress.push(await shown());
    }
    await context.close();
    const known = (what: string, times: number[]): Figure => ({
      what,
      measured: `${median(times).toFixed(0)} ms`,
      aim: '',
      reached: null,
    });
    const [firsts, wholes] = [atRest.map(([first]) => first), atRest.map(([, whole]) => whole)];
    return [
      atMost('a list of 10,000 from a click to its rows, from local data', median(firsts), 200, 'ms', 0),
      known('the same until every one of them is read, to be searched and chosen', wholes),
      known(
        'the same clicked in the first moment of a page, before anything is loaded ahead',
        atOnce.map(([first]) => first),
      ),
      known(
        'the same from its address typed, with the document, the scripts and who it is',
        byAddress.map(([first]) => first),
      ),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
