import { expect, test } from 'vitest';
import { seconds } from '#base/clock.ts';
import { silentLog } from '#platform/server/log.ts';
import { useDatabase } from '#testing/database.ts';
import { outreachHub } from '#testing/outreach-hub.ts';
import { createConsole } from './console.ts';

const db = await useDatabase();
const ada = 'ada@example.com';

test('the operator answers in the console and at a terminal', async () => {
  const hub = outreachHub(db);
  const { token, waitSeconds } = (await (await hub.get('/api/contact/token')).json()) as {
    token: string;
    waitSeconds: number;
  };
  hub.clock.move(seconds(waitSeconds));
  const conversation = [{ from: 'visitor', text: 'Do you sell gift cards?' }];
  const message = 'For my brother.';
  await hub.json('/api/contact', { token, name: 'Ada', email: ada, reason: 'other', message, conversation });
  const shown = createConsole({
    pages: hub.feature.desk ?? [],
    hub: 'Birch',
    styles: { css: '', font: async () => null },
    log: silentLog,
  });
  shown.listening(3003);
  const key = new URL(shown.address()).searchParams.get('key') ?? '';
  const ask = (path: string, init: RequestInit = {}) =>
    shown.fetch(
      new Request(`http://127.0.0.1:3003${path}`, {
        ...init,
        headers: {
          host: '127.0.0.1:3003',
          cookie: `hub-console-3003=${key}`,
          origin: 'http://127.0.0.1:3003',
        },
      }),
    );
  const list = await (await ask('/messages')).text();
  expect(list).toContain('Waiting for you');
  const path = /href="(\/messages\/[^"]+)"/.exec(list)?.[1] ?? '';
  expect(await (await ask(path)).text()).toContain('Do you sell gift cards?');
  const form = await (await ask(`${path}/answer`)).text();
  const body = new URLSearchParams({
    token: /name="token" value="(\w+)"/.exec(form)?.[1] ?? '',
    text: 'We will.',
  });
  expect((await ask(`${path}/answer`, { method: 'POST', body })).status).toBe(303);
  expect(await (await ask('/messages')).text()).toContain('Answered');
  const id = path.split('/').at(-1) ?? '';
  const lines: string[] = [];
  const command = (name: string, ...args: string[]) =>
    hub.feature.commands?.find((one) => one.name === name)?.run(args, (line) => void lines.push(line));
  await command('contact answer', id, 'In', 'spring.');
  await command('contact show', id);
  expect(lines.join('\n')).toContain('In spring.');
  expect((await hub.mails(ada)).map(({ words }) => words).join()).toContain('In spring.');
});
