import { randomBytes } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { startHub } from '../../e2e/hub.ts';
import { atMost, type Figure } from '../kit.ts';
import { addTemplate, headsOf, isWaiting, type Member, openBrowser, type Plan } from './kit.ts';
import { randomOf, rename, rowOf, signUpMany, until } from './kit.ts';
import { type Place, smallDisks, spendLog } from './small-disks.ts';

const writers = 6;
const fullInTurn: Place[][] = [['database'], ['files'], ['database', 'files']];

/**
 * The disk of the database is full, then that of the files, then both: nothing is called saved that is not, pages go on
 * being shown, who saves is told to come again, and all is well by itself once there is room.
 */
export async function torture({ seed, isShort, say }: Plan): Promise<Figure[]> {
  if (process.getuid?.() !== 0)
    return [
      {
        what: 'a full disk at the server',
        measured: 'not run: only root can bring a small disk (sudo npm run torture -- full-disk)',
        aim: '',
        reached: null,
      },
    ];
  const rounds = isShort ? 3 : 12;
  const msFull = isShort ? 4000 : 15_000;
  const random = randomOf(seed);
  using disks = smallDisks();
  const { dataDir } = disks;
  await using hub = await startHub({ dataDir, isAlone: true, env: { TRUST_PROXY: '1' } });
  const members = await signUpMany(hub.url, writers + 1);
  const person = members[writers] as Member;
  await using screen = await openScreen(hub.url, person);
  const crowd = await gather(hub.url, members.slice(0, writers), dataDir);
  let slowest = 0;
  let pagesMissed = 0;
  let untold = 0;

  for (let round = 0; round < rounds; round++) {
    const full = fullInTurn[round % fullInTurn.length] ?? [];
    const working = crowd.work();
    // Not always to the last byte: where there is a little room, it is another write that fails.
    for (const place of full) disks.fill(place, Math.floor(random() * 64) * 1024);
    if (round % 2 === 0 && full.includes('database')) await spendLog(dataDir);
    const ends = performance.now() + msFull;
    const editing = sleep(msFull / 2).then(() => screen.edit(`Kept ${round + 1}`));
    while (performance.now() < ends) {
      for (const place of full) disks.fill(place);
      const about = await fetch(`${hub.url}/about`).catch(() => null);
      if (about?.status !== 200) pagesMissed += 1;
      await sleep(200);
    }
    if (!(await editing)) untold += 1;
    disks.free();
    const back = await crowd.untilItWorks();
    slowest = Math.max(slowest, back);
    crowd.rest();
    await working;
    await crowd.look();
    say(`round ${round + 1} (${full.join(', ')}): ${crowd.words()}, back in ${back.toFixed(1)} s`);
  }
  const isThere = await screen.isInAccount(`Kept ${rounds}`);
  const panics = readFileSync(join(dataDir, 'postgres/server.log'), 'utf8').match(/PANIC:/g)?.length ?? 0;
  say(`PostgreSQL went down ${panics} times, and came back`);
  return [
    atMost(`disk full ${rounds} times, ${crowd.saved()} acknowledged saves: lost`, crowd.lost(), 0, '', 0),
    atMost('answers other than saved, conflict and "try again", with when', crowd.odd(), 0, '', 0),
    atMost('public pages that did not come meanwhile', pagesMissed, 0, '', 0),
    atMost('edits on a screen that did not say they wait', untold, 0, '', 0),
    { what: 'in the account afterwards', measured: isThere ? 'yes' : 'no', aim: 'yes', reached: isThere },
    atMost('saving again once there is room, without a restart, the slowest', slowest, 10, 's', 1),
  ];
}

interface Writer {
  member: Member;
  id: string;
  /** The last text that was acknowledged, the last that was tried, and the version of the former. */
  acknowledged: number;
  tried: number;
  version: number;
}

/** People who save without a pause, one of whom uploads long texts as well. */
async function gather(url: string, members: Member[], dataDir: string) {
  const statuses: Record<string, number> = {};
  const uploads = { tried: 0, acknowledged: 0 };
  const all: Writer[] = [];
  for (const [n, member] of members.entries()) {
    await addTemplate(member, `tpl_disk_${n}`, 'Disk');
    all.push({ member, id: `tpl_disk_${n}`, acknowledged: 0, tried: 0, version: 1 });
  }
  let isOver = false;
  let saved = 0;
  let odd = 0;
  let lost = 0;
  /** Called at a success of everything. */
  let works = () => {};

  async function ask(method: string, path: string, { cookie }: Member, type: string, body: string) {
    const headers = { cookie, 'content-type': type };
    const answer = await fetch(url + path, { method, headers, body }).catch(() => null);
    const status = answer?.status ?? 0;
    statuses[status] = (statuses[status] ?? 0) + 1;
    const isRefusal = status === 429 || status === 503;
    if (![200, 409].includes(status) && !(isRefusal && answer?.headers.get('retry-after'))) odd += 1;
    return answer?.ok ? ((await answer.json()) as { version: number }) : null;
  }
  async function save(writer: Writer): Promise<boolean> {
    const text = ++writer.tried;
    // What does not compress: a row that wants a place on the disk each time.
    const content = `text ${text} ${randomBytes(7500).toString('base64')}`;
    const key = `key-${writer.id}-${text}-000`;
    const body = JSON.stringify({ key, base: writer.version, content, fields: [], formData: {} });
    const answer = await ask('PATCH', `/api/saved/${writer.id}`, writer.member, 'application/json', body);
    if (!answer) return false;
    Object.assign(writer, { acknowledged: text, version: answer.version });
    saved += 1;
    return true;
  }
  async function upload({ member, id }: Writer): Promise<boolean> {
    const text = ++uploads.tried;
    const body = `<p>${text} ${'A long contract. '.repeat(30_000)}</p>`;
    if (!(await ask('PUT', `/api/saved/${id}/upload/content`, member, 'text/html', body))) return false;
    uploads.acknowledged = text;
    return true;
  }

  return {
    async work(): Promise<void> {
      isOver = false;
      const [first] = all;
      const each = async (writer: Writer) => {
        while (!isOver) {
          const isSaved = await save(writer);
          if (writer === first && (await upload(writer)) && isSaved) works();
          await sleep(20);
        }
      };
      await Promise.all(all.map(each));
    },
    rest: () => void (isOver = true),
    /** In seconds from now. */
    async untilItWorks(): Promise<number> {
      const began = performance.now();
      const worked = new Promise<void>((resolve) => (works = resolve));
      await Promise.race([worked, sleep(60_000, undefined, { ref: false })]);
      return (performance.now() - began) / 1000;
    },
    /** Each text is what was last acknowledged or later; the file on the disk is whole. */
    async look(): Promise<void> {
      for (const writer of all) {
        const { template, head } = await writer.member.ask<{
          template: { content: string };
          head: { contentVersion: number };
        }>('GET', `/api/saved/${writer.id}`);
        const kept = Number(/^text (\d+) /.exec(template.content)?.[1] ?? 0);
        if (kept < writer.acknowledged) lost += 1;
        Object.assign(writer, { acknowledged: kept, version: head.contentVersion });
      }
      const [file = ''] = globSync(join(dataDir, 'files/templates/*/tpl_disk_0/content.next.html'));
      const [, text] = /^<p>(\d+) .*<\/p>$/.exec(file && readFileSync(file, 'utf8')) ?? [];
      if (uploads.acknowledged > 0 && !(Number(text) >= uploads.acknowledged)) lost += 1;
    },
    saved: () => saved + uploads.acknowledged,
    lost: () => lost,
    odd: () => odd,
    words: () => `${saved} saved, ${JSON.stringify(statuses)}`,
  };
}

/** Somebody who renames a template in a browser. */
async function openScreen(url: string, person: Member) {
  await addTemplate(person, 'tpl_disk_person', 'Kept 0');
  const profile = mkdtempSync(join(tmpdir(), 'torture-browser-'));
  const browser = await openBrowser(profile, url, person);
  const page: Page = browser.pages()[0] ?? (await browser.newPage());
  await page.goto('/dashboard/templates');
  await rowOf(page, 'Kept 0').waitFor();
  let name = 'Kept 0';
  const isTrue = (what: Promise<void>) =>
    what.then(
      () => true,
      () => false,
    );
  const hasIt = async (wanted: string) => (await headsOf(person).catch(() => []))[0]?.name === wanted;
  return {
    /** Whether the screen says that it waits; a short name may find room where a long text does not, and needs not to. */
    async edit(next: string): Promise<boolean> {
      await rename(page, name, next);
      name = next;
      const isTold = async () => (await isWaiting(page).count()) > 0 || hasIt(next);
      return isTrue(until('the edit waits, or is there', isTold, 5));
    },
    isInAccount(wanted: string): Promise<boolean> {
      const isDone = async () => (await isWaiting(page).count()) === 0 && hasIt(wanted);
      return isTrue(until('the account has what waited', isDone, 90));
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
