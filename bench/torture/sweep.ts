import { startHub } from '../../e2e/hub.ts';
import { declaredRoutes } from '../../src/apps/server/http/routes.check.ts';
import { earlierFindings } from '../../testing/earlier-findings.ts';
import { randomOf } from '../../testing/random.ts';
import { sweep } from '../../testing/sweep.ts';
import { shotsOf } from '../../testing/shots.ts';
import { atMost, type Figure } from '../kit.ts';
import { addTemplate, type Plan, signUpMany } from './kit.ts';

/** The worst shapes in every text field of every route: nobody else waits, memory comes back, no fault of the hub. */
export async function torture({ seed, isShort, say }: Plan): Promise<Figure[]> {
  await using hub = await startHub({ env: { TRUST_PROXY: '1' }, isAlone: true });
  const members = await signUpMany(hub.url, 8);
  for (const member of members) await addTemplate(member, 'tpl_sweep', 'Sweep');
  const { paths } = (await (await fetch(`${hub.url}/api/openapi.json`)).json()) as {
    paths: Parameters<typeof shotsOf>[0];
  };
  const random = randomOf(seed);
  const all = shotsOf(paths, declaredRoutes());
  const shots = isShort ? all.filter(() => random() < 0.03) : all;
  const cookies = members.map(({ cookie }) => cookie);
  const memory = async () =>
    Number(
      /^hub_memory_bytes (\d+)/m.exec(
        await (await fetch(`${hub.direct}/metrics`, { headers: { connection: 'close' } })).text(),
      )?.[1],
    ) / 1e6;
  await sweep({ url: hub.url, shots: earlierFindings, seed, cookies });
  const before = await memory();
  const found = await sweep({ url: hub.url, shots: [...earlierFindings, ...shots], seed, cookies });
  say(`${found.sent} of ${all.length} requests: ${JSON.stringify(found.statuses)}`);
  for (const words of [...found.faults, ...found.stalls].slice(0, 40)) say(words);
  // Threads that rest give theirs back, the last of them after two minutes.
  await new Promise((resolve) => setTimeout(resolve, 140_000));
  return [
    atMost('answers of 500 and more', found.faults.length, 0, '', 0),
    atMost('requests that kept another waiting over 250 ms', found.stalls.length, 0, '', 0),
    atMost('the longest that another waited', found.longest, 250, ' ms', 0),
    atMost('memory that did not come back', (await memory()) - before, 300, ' MB', 0),
  ];
}
