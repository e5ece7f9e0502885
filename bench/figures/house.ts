import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { startHub } from '../../e2e/hub.ts';
import { atMost, familyOf, type Figure, median, memoryOf } from '../kit.ts';

/** How fast the house opens, and what it takes up while nothing happens. */
export async function figures(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-bench-'));
  try {
    // Without a setting, and with nobody there to be asked anything.
    const beganFirst = performance.now();
    const first = await startHub({ dataDir });
    const isThere = (await fetch(first.url)).ok;
    const firstSeconds = (performance.now() - beganFirst) / 1000;
    await first.stop();
    const starts: number[] = [];
    for (let round = 0; round < 3; round++) {
      const began = performance.now();
      const hub = await startHub({ dataDir });
      await fetch(hub.url);
      starts.push((performance.now() - began) / 1000);
      if (round < 2) await hub.stop();
      else {
        await sleep(5000);
        const postmaster = Number(
          readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0],
        );
        const memory = memoryOf([...new Set([...familyOf(hub.pid), ...familyOf(postmaster)])]);
        await hub.stop();
        return [
          {
            what: 'commands and questions to the first page, from an empty folder',
            measured: isThere ? '1 and 0' : 'no page came',
            aim: '1 and 0',
            reached: isThere,
          },
          atMost('first start of an empty folder to the first page', firstSeconds, 5, 's', 2),
          atMost('second start to the first page', median(starts), 2, 's', 2),
          atMost('idle memory, server and database (PSS)', memory, 250, 'MB', 0),
        ];
      }
    }
    return [];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
