import { createServer, type Server } from 'node:http';
import { readFileSync, readdirSync } from 'node:fs';
import { fork } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

export interface Figure {
  what: string;
  measured: string;
  aim: string;
  /** Null where there is no aim to reach. */
  reached: boolean | null;
}

/** User and system time of a process so far, in milliseconds. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Memory in MB that would be free without these processes, what they share counted once. */
export function memoryOf(pids: number[]): number {
  let kilobytes = 0;
  for (const pid of pids) {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

/** A process and everything it started. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      parents.set(
        Number(name),
        Number(
          readFileSync(`/proc/${name}/stat`, 'utf8')
            .replace(/^.*\) /, '')
            .split(' ')[1],
        ),
      );
    } catch {
      // It has ended since.
    }
  }
  const family = [pid];
  for (const member of family)
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  return family;
}

interface Load {
  url: string;
  headers?: Record<string, string>;
  amount?: number;
}

/** CPU milliseconds of the serving process for a request, over many of them. */
export async function cpuPerRequest(
  pid: number,
  { url, headers = {}, amount = 8000 }: Load,
): Promise<number> {
  const before = cpuOf(pid);
  const result = await autocannon({ url, headers, amount, connections: 20, timeout: 60 });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers other than 200, ${result.errors} errors from ${url}`);
  return (cpuOf(pid) - before) / amount;
}

/** Our CPU for a request against a bare node:http server that sends the same bytes: the median of paired runs. */
export async function ratioToBare(pid: number, load: Load, rounds = 5): Promise<number> {
  const answer = await fetch(load.url, { headers: { 'accept-encoding': 'br', ...load.headers } });
  const body = Buffer.from(await answer.arrayBuffer());
  const bare = await startBare(body.length, answer.headers.get('content-type') ?? 'text/plain');
  try {
    const ours = { ...load, headers: { 'accept-encoding': 'identity', ...load.headers } };
    await cpuPerRequest(pid, { ...ours, amount: 2000 });
    await cpuPerRequest(bare.pid, { url: bare.url, amount: 2000 });
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const mine = await cpuPerRequest(pid, ours);
      const theirs = await cpuPerRequest(bare.pid, {
        url: bare.url,
        ...(load.amount && { amount: load.amount }),
      });
      ratios.push(mine / theirs);
    }
    return median(ratios);
  } finally {
    bare.stop();
  }
}

function startBare(bytes: number, type: string): Promise<{ pid: number; url: string; stop(): void }> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [String(bytes), type], {
      env: { ...process.env, BARE: '1' },
    });
    child.once('error', reject);
    child.once('message', (port) =>
      resolve({ pid: child.pid ?? 0, url: `http://127.0.0.1:${String(port)}/`, stop: () => child.kill() }),
    );
  });
}

export const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

export const atMost = (what: string, value: number, aim: number, unit: string, digits = 1): Figure => ({
  what,
  measured: `${value.toFixed(digits)} ${unit}`.trim(),
  aim: `<= ${aim} ${unit}`.trim(),
  reached: value <= aim,
});

// The other side of the comparison, as its own process.
if (process.env['BARE']) {
  const [bytes = '0', type = 'text/plain'] = process.argv.slice(2);
  const body = Buffer.alloc(Number(bytes), 'x');
  const server: Server = createServer((_request, response) => {
    response.setHeader('content-type', type);
    response.setHeader('content-length', body.length);
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
