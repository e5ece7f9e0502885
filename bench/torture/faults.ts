import { setTimeout as sleep } from 'node:timers/promises';
import { quietPort, startHub } from '../../e2e/hub.ts';
import { faultProxy } from '../../testing/fault-proxy.ts';
import { startLoopbackPostgres } from '../../testing/loopback-postgres.ts';
import { atMost, type Figure } from '../kit.ts';
import { addTemplate, type Plan, signUp } from './kit.ts';

/** The database is away for a minute while people save: nothing is called saved that is not, and nobody restarts anything. */
export async function torture({ isShort, say }: Plan): Promise<Figure[]> {
  const away = isShort ? 10 : 60;
  const postgres = await startLoopbackPostgres(await quietPort());
  const line = await faultProxy({ port: Number(new URL(postgres.url).port) });
  const through = new URL(postgres.url);
  through.port = String(line.port);
  try {
    await using hub = await startHub({
      isAlone: true,
      env: { DATABASE_URL: through.href, TRUST_PROXY: '1' },
    });
    const member = await signUp(hub.url);
    await addTemplate(member, 'tpl_faults', 'Faults');
    const statuses: Record<string, number> = {};
    let acknowledged = 0;
    let tried = 0;
    let isOver = false;
    let version = 1;
    let back = Number.NaN;
    let returned = Number.NaN;
    const writing = (async () => {
      while (!isOver) {
        const text = ++tried;
        const answer = await fetch(`${hub.url}/api/saved/tpl_faults`, {
          method: 'PATCH',
          headers: { cookie: member.cookie, 'content-type': 'application/json' },
          body: JSON.stringify({
            key: `key-faults-${text}`,
            base: version,
            content: `text ${text}`,
            fields: [],
            formData: {},
          }),
        }).catch(() => null);
        const status = answer?.status ?? 0;
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (answer?.ok) {
          ({ version } = (await answer.json()) as { version: number });
          acknowledged = text;
          if (returned > 0) back ||= performance.now() - returned;
        }
        await sleep(20);
      }
    })();
    await sleep(1000);
    line.set({ down: true });
    await sleep(away * 1000);
    const page = await fetch(`${hub.url}/about`).then(({ status }) => status);
    line.set({});
    returned = performance.now();
    for (let wait = 0; wait < 300 && Number.isNaN(back); wait++) await sleep(100);
    isOver = true;
    await writing;
    say(`${tried} saves: ${JSON.stringify(statuses)}`);
    const { template } = await member.ask<{ template: { content: string } }>('GET', '/api/saved/tpl_faults');
    const kept = Number(/^text (\d+)$/.exec(template.content)?.[1] ?? 0);
    const odd = Object.entries(statuses).filter(([status]) => !['200', '409', '429', '503'].includes(status));
    return [
      atMost(
        `database away for ${away} s: saves acknowledged and not there`,
        Math.max(0, acknowledged - kept),
        0,
        '',
        0,
      ),
      atMost(
        'answers other than saved, conflict and "try again"',
        odd.reduce((sum, [, n]) => sum + n, 0),
        0,
        '',
        0,
      ),
      { what: 'public pages meanwhile', measured: String(page), aim: '200', reached: page === 200 },
      atMost('saving again without a restart', back / 1000, 10, 's', 1),
    ];
  } finally {
    await line.close();
    await postgres.stop();
  }
}
