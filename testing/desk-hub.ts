import { readFile } from 'node:fs/promises';
import { movableClock } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { desk } from '#features/desk/server/index.ts';
import { readConfig } from '#platform/server/config.ts';
import type { DeskPage } from '#platform/server/desk.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { TargetPolicy } from '#platform/server/webhooks/target.ts';
import { browsersOf } from './accounts-hub.ts';
import { createAuthenticator, type Odd } from './authenticator.ts';
import { mounted, testPlatform } from './platform.ts';

export const deskOrigin = 'https://hub.example';

/** A field of each kind, one act of every sort: what a feature's page could be, with what was done to it. */
export function samplePages(done: string[]): DeskPage[] {
  const page = (path: string, right: DeskPage['right']): DeskPage => ({
    path,
    title: path,
    right,
    list: async () => ({ title: path, blocks: [{ is: 'acts', id: '' }] }),
    one: async (id) => ({ title: id, blocks: [{ is: 'acts', id }] }),
    acts: [
      {
        name: 'note',
        label: 'Note',
        ask: async () => ({ words: 'Sure?', fields: [{ name: 'text', label: 'Text', kind: 'long' }] }),
        async act(id, { text = '' }, by) {
          done.push(`${by?.name ?? '-'} noted ${text} on ${id}`);
          return { words: 'Noted.', before: { text: 'old' }, after: { text } };
        },
      },
      {
        name: 'seal',
        label: 'Seal',
        ask: async () => ({
          words: 'With which word?',
          fields: [
            { name: 'secretWord', label: 'Word', kind: 'secret' },
            { name: 'beside', label: 'Beside' },
          ],
        }),
        async act(id, { secretWord = '' }) {
          if (secretWord.length < 8)
            throw new Problem('bad_request', 'Too short.', { fields: { secretWord: 'Take eight letters.' } });
          return {
            words: 'Sealed.',
            after: { sealed: id },
            file: { name: 'sealed.bin', bytes: new Response(`sealed ${id}`).body as never },
          };
        },
      },
      {
        name: 'hand-in',
        label: 'Hand in',
        ask: async () => ({ words: 'Which?', fields: [{ name: 'papers', label: 'Papers', kind: 'files' }] }),
        async act(id, { text = '' }, by, given) {
          const files = (await given?.files('papers')) ?? [];
          if (text === 'refuse') throw new Problem('bad_request', 'Not these.');
          const words = await Promise.all(
            files.map(async ({ name, path: at }) => `${name}: ${await readFile(at, 'utf8')}`),
          );
          done.push(`${by?.name ?? '-'} handed in ${words.join(', ')} to ${id}`);
          return { words: 'Handed in.', after: { files: files.length } };
        },
      },
      {
        name: 'end',
        label: 'End',
        isGrave: true,
        ask: async () => ({ words: 'For good?', fields: [] }),
        async act(id, _form, by) {
          done.push(`${by?.name ?? '-'} ended ${id}`);
          return { words: 'Ended.', after: { ended: true } };
        },
      },
    ],
  });
  return [page('tills', 'money'), page('words', 'content')];
}

/** The desk over real HTTP handling and a real database, with browsers that have a passkey each. */
export function deskHub(
  db: Database,
  {
    env = {},
    more = [],
    build = 'one',
    policy,
  }: { env?: Record<string, string>; more?: DeskPage[]; build?: string; policy?: TargetPolicy } = {},
) {
  const clock = movableClock('2026-11-28T08:00:00Z');
  const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: deskOrigin, ...env });
  const at = config.publicUrl?.origin ?? 'http://localhost:3000';
  const platform = testPlatform({ db, clock, config, origin: at });
  const done: string[] = [];
  const feature = desk(platform, [...samplePages(done), ...more], undefined, {
    build,
    ...(policy && { policy }),
  });
  const unexpected: unknown[] = [];
  const app = mounted(feature.routes, {
    ownOrigin: () => at,
    trustProxy: 1,
    resolveOperator: feature.resolveOperator,
    security: platform.security,
    report: (error) => unexpected.push(error),
  });
  const browserOf = browsersOf(app, at);

  async function command(line: string): Promise<string[]> {
    const found = feature.commands?.find(({ name }) => line.startsWith(name));
    const lines: string[] = [];
    await found?.run(line.slice(found.name.length).trim().split(/\s+/).filter(Boolean), (text) =>
      lines.push(text),
    );
    return lines;
  }
  const invite = async (line = '') =>
    new URL((await command(`desk invite ${line}`.trim()))[0] ?? '').hash.slice(1);

  function sit(device = createAuthenticator(at)) {
    const browser = browserOf();
    const json = async (path: string, body: unknown) => browser.post(path, body);
    const optionsOf = async (answer: Response) => ((await answer.json()) as { options: never }).options;
    return {
      browser,
      device,
      async join(invitation: string, name = 'Ada', odd: Odd = {}): Promise<Response> {
        const begun = await json('/desk/api/begin-join', { invitation });
        if (begun.status !== 200) return begun;
        const passkey = device.make(await optionsOf(begun), odd);
        return json('/desk/api/join', { invitation, name, passkey });
      },
      async enter(odd: Odd = {}): Promise<Response> {
        const passkey = device.use(await optionsOf(await json('/desk/api/begin', {})), odd);
        return json('/desk/api/enter', { passkey });
      },
      read: async (path: string) => (await browser.get(path)).text(),
      /** The form of an act: its token, and what a passkey needs to confirm it. */
      async formOf(path: string) {
        const text = await (await browser.get(path)).text();
        const touch = /data-touch="([^"]+)"/.exec(text)?.[1]?.replaceAll('&quot;', '"');
        return {
          token: /name="token" value="([a-z0-9]+)"/.exec(text)?.[1] ?? '',
          touch: touch === undefined ? null : (JSON.parse(touch) as { challenge: string; rpId: string }),
        };
      },
      send: (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
        browser.post(path, new URLSearchParams(form).toString(), {
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        }),
      /** The whole of an act, its passkey included. */
      async act(path: string, form: Record<string, string> = {}): Promise<Response> {
        const { token, touch } = await this.formOf(path);
        const proof = touch && { touch: JSON.stringify(device.use(touch)) };
        return this.send(path, { ...form, token, ...proof });
      },
    };
  }

  return {
    platform,
    feature,
    clock,
    app,
    done,
    unexpected,
    command,
    invite,
    sit,
    /** An operator at the desk. */
    async operator(name: string, rights = 'everything') {
      const seat = sit();
      const answer = await seat.join(await invite(`${name} --rights ${rights}`), name);
      if (answer.status !== 200) throw new Error(await answer.text());
      return seat;
    },
    record: async () =>
      (await db.pool.query('select * from desk_record order by id')).rows as Record<string, unknown>[],
  };
}
