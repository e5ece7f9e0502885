import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOidcEmulator } from '../emulators/oidc/server.ts';
import { startPayPalEmulator } from '../emulators/paypal/server.ts';
import { startS3Emulator } from '../emulators/s3/server.ts';
import { type LoopbackPostgres, startLoopbackPostgres } from '../testing/loopback-postgres.ts';
import { type RoundRobin, startRoundRobin } from '../testing/round-robin.ts';
import { type HubProcess, quietPort, startProcess } from './hub-process.ts';

export interface Hubs extends HubProcess, AsyncDisposable {
  direct: string;
  processes: HubProcess[];
  proxy: RoundRobin;
  databaseUrl: string;
  /** One process more on the same ground, or the one that takes the place of another. */
  add(more?: { env?: Record<string, string>; folder?: string }): Promise<HubProcess>;
  /** Who is behind the proxy from now on. */
  lead(processes: HubProcess[]): void;
}

export interface HubsOptions {
  count: number;
  env?: Record<string, string>;
  /** Names the ground, which then outlives stop(): for a hub that is started again on the same data. */
  place?: string;
}

/** What all processes of a hub stand on, and none of them holds. */
interface Ground {
  postgres: LoopbackPostgres;
  bucket: Awaited<ReturnType<typeof startS3Emulator>>;
}

const kept = new Map<string, Ground>();

async function groundAt(place: string | undefined): Promise<Ground> {
  const known = place === undefined ? undefined : kept.get(place);
  if (known) return known;
  const ground = {
    postgres: await startLoopbackPostgres(await quietPort()),
    bucket: await startS3Emulator(),
  };
  if (place !== undefined) kept.set(place, ground);
  return ground;
}

/**
 * The hub on more than one machine, as far as one machine can show it: each process with a folder of its own, one
 * PostgreSQL by TCP, one bucket, one provider of payments and of sign-in, and a proxy that sends each request to the
 * next process.
 */
export async function startHubs({ count, env: given = {}, place }: HubsOptions): Promise<Hubs> {
  // The port that people know is the proxy's.
  const { PORT, ...env } = given;
  const ground = await groundAt(place);
  const folder = await mkdtemp(join(tmpdir(), 'hubs-'));
  const processes: HubProcess[] = [];
  let ahead = 0;
  // A test moves the time of the payments, and every process lives in it before anything falls due.
  const tellTime = async (ms: number) => {
    ahead = ms;
    await Promise.all(processes.map((hub) => hub.tellTime(ms)));
  };
  const [paypal, oidc] = await Promise.all([startPayPalEmulator({ told: tellTime }), startOidcEmulator()]);
  const proxy = await startRoundRobin({ port: Number(PORT ?? 0), asDirect: /^\/(?:api\/dev\/|metrics$)/ });
  paypal.sendNoticesTo(`${proxy.url}/api/payments/webhook`);
  const lead = (to: HubProcess[]) => proxy.lead(to.map(({ url }) => Number(new URL(url).port)));
  const add: Hubs['add'] = async (more = {}) => {
    const dataDir = await mkdtemp(join(folder, 'data-'));
    const hub = await startProcess(
      {
        SITE_DIR: join(folder, 'site'),
        ...env,
        DATABASE_URL: ground.postgres.url,
        S3_URL: ground.bucket.address().href,
        AUTH_SECRET: 'one secret for every process of this hub',
        PUBLIC_URL: proxy.url,
        TRUST_PROXY: String(Number(env['TRUST_PROXY'] ?? 0) + 1),
        STAND_INS: JSON.stringify({
          providers: [{ ...oidc, close: undefined }],
          paypal: {
            clientId: paypal.clientId,
            clientSecret: paypal.clientSecret,
            webhookId: paypal.webhookId,
            environment: 'sandbox',
            emulator: paypal.origin,
          },
        }),
        ...more.env,
        DATA_DIR: dataDir,
      },
      more.folder,
    );
    processes.push(hub);
    await hub.tellTime(ahead);
    return hub;
  };
  const stop = async (signal?: 'SIGTERM' | 'SIGKILL') => {
    if (signal === 'SIGKILL') proxy.lead([]);
    await Promise.all(processes.map((hub) => hub.stop(signal)));
    await Promise.all([proxy.close(), paypal.close(), oidc.close()]);
    if (place === undefined) await Promise.all([ground.postgres.stop(), ground.bucket.close()]);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    // Together, as after a power cut: who is first makes the tables.
    const starts = await Promise.allSettled(Array.from({ length: count }, () => add()));
    for (const start of starts) if (start.status === 'rejected') throw start.reason;
    lead(processes);
    const [first] = processes as [HubProcess];
    return {
      url: proxy.url,
      direct: first.url,
      pid: first.pid,
      tellTime,
      output: () => processes.map((hub) => hub.output()).join(''),
      command: first.command,
      staying: first.staying,
      stop,
      processes,
      proxy,
      databaseUrl: ground.postgres.url,
      add,
      lead,
      [Symbol.asyncDispose]: () => stop(),
    };
  } catch (error) {
    await stop('SIGKILL');
    throw error;
  }
}
