import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Clock, systemClock } from '#base/clock.ts';
import { paymentsApi } from '#features/payments/rules/contract.ts';
import { type Config, ConfigError, readConfig } from '#platform/server/config.ts';
import { dataDirOf, readKept } from '#platform/server/kept-settings.ts';
import { createMetrics } from '#platform/server/http/metrics.ts';
import { joinHub } from './join-hub.ts';
import { createServing, type Serving } from './http/serving.ts';
import { type OpenHub, openHub, type Tell } from './open-hub.ts';
import { leaveNote } from './test-payments.ts';

/**
 * Starts the hub; resolves when it is ready. Called by `npm start`, never on import. `running` are stand-ins shared
 * by several processes, because each would otherwise start its own.
 */
export async function main(
  env: Record<string, string | undefined> = process.env,
  running: Running = {},
): Promise<void> {
  const started = performance.now();
  const tell = (stage: string, words: string) => console.log(`${stage.padEnd(10)} ${words}`);
  // The reader of this output may go away: the hub continues.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  const stopping = new AbortController();
  // Only what has a parent that starts it again.
  const restart = process.send ? () => void stop(restartCode) : undefined;
  const opening = open(env, running, tell, { stopping: stopping.signal, restart });
  const stop = stopOnSignal(opening, stopping);
  const { opened, serving, server } = await opening.catch((error: unknown) => {
    if (stopping.signal.aborted) process.exit(0);
    console.error(oneLine(error));
    process.exit(1);
  });
  const address = opened.platform.origin();
  tell('ready', `${address}  (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  for (const { service, runsOn, advice } of serving.services())
    tell(service, advice ? `${runsOn}. ${advice}` : runsOn);
  for (const { name, greeting } of opened.features)
    for (const line of (await greeting?.()) ?? []) tell(name, line);
  // From now on, the parent may restart the hub; an exit before this means a wrong setting. The channel must not
  // keep the process alive.
  process.send?.('ready');
  process.channel?.unref();
  if (env['HUB_READY_LINE']) console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** As scripts/again.mjs knows it; systemd takes it for a failure, and starts again, too. */
const restartCode = 75;

interface Hub {
  opened: OpenHub;
  serving: Serving;
  server: Server;
}

/** If anything fails on the way, the database that was started is released. */
async function open(
  env: Record<string, string | undefined>,
  running: Running,
  tell: Tell,
  { stopping, restart }: { stopping: AbortSignal; restart: (() => void) | undefined },
): Promise<Hub> {
  const standIns = await startStandIns(withRunning(readConfig(env, readKept(dataDirOf(env))), running));
  const clock = standIns.config.live ? systemClock : (running.clock ?? standIns.clock);
  const opened = await openHub(standIns.config, tell, clock, { stopping, restart });
  let serving: Serving | undefined;
  try {
    opened.onClose(standIns.close);
    opened.onClose(await joinHub(opened.platform));
    if (standIns.config.paypal?.emulator) opened.onClose(await leaveNote(standIns.config));
    serving = await createServing(opened, createMetrics());
    stopping.throwIfAborted();
    const server = await listen(opened, serving);
    standIns.listening((server.address() as AddressInfo).port);
    return { opened, serving, server };
  } catch (error) {
    await serving?.stop().catch(() => {});
    await opened.close().catch(() => {});
    throw error;
  }
}

/** Stand-ins that someone else runs, with their clock. */
type Running = Partial<Pick<Config, 'paypal' | 'providers'> & { clock: Clock }>;

const withRunning = (config: Config, running: Running): Config =>
  config.live
    ? config
    : {
        ...config,
        providers: config.providers.length > 0 ? config.providers : (running.providers ?? []),
        paypal: config.paypal ?? running.paypal,
      };

interface StandIns {
  config: Config;
  /** The hub shares its clock with the payment stand-in, so that a month of renewals can be simulated. */
  clock: Clock;
  /** Called with the hub's address: only then is it known where webhooks go. */
  listening(port: number): void;
  close(): Promise<void>;
}

/**
 * On a first run, the hub starts stand-ins that speak the real protocols. A live hub never does: anything not
 * configured there says so.
 */
async function startStandIns(given: Config): Promise<StandIns> {
  const all: StandIns = {
    config: given,
    clock: systemClock,
    listening: () => {},
    close: async () => {},
  };
  if (given.live) return all;
  const portAfter = (n: number) => (given.port === 0 || given.port + n > 65_535 ? 0 : given.port + n);
  if (given.providers.length === 0) {
    const { startOidcEmulator } = await import('#emulators/oidc/server.ts');
    const { close, ...provider } = await startOidcEmulator({ port: portAfter(1) });
    all.config = { ...all.config, providers: [provider] };
    all.close = close;
  }
  if (!given.paypal) {
    const { startPayPalEmulator } = await import('#emulators/paypal/server.ts');
    const paypal = await startPayPalEmulator({ port: portAfter(2) });
    const { clientId, clientSecret, webhookId, origin: emulator } = paypal;
    all.config = {
      ...all.config,
      paypal: { clientId, clientSecret, webhookId, environment: 'sandbox', emulator },
    };
    all.clock = paypal;
    all.listening = (port) => paypal.sendNoticesTo(`http://127.0.0.1:${port}${paymentsApi.webhook}`);
    const closeFormer = all.close;
    all.close = async () => {
      await closeFormer();
      await paypal.close();
    };
  }
  return all;
}

async function listen(opened: OpenHub, serving: Serving): Promise<Server> {
  const { config } = opened;
  const server = createServer(
    {
      // Slow clients can't hold a connection forever.
      requestTimeout: 60_000,
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5000,
      keepAliveTimeout: 10_000,
      maxHeaderSize: 16_384,
    },
    serving.listener,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  opened.platform.listening(port);
  return server;
}

/** What a person at a terminal can act on: one line, without a stack trace. */
export function oneLine(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') {
    const { port } = error as NodeJS.ErrnoException & { port: number };
    return `Port ${port} is in use, perhaps by a hub that is already running. Choose another: PORT=${port + 1} npm start`;
  }
  if (code === 'EACCES')
    return `Not allowed to listen on this port: ${(error as Error).message}. Choose another port, such as PORT=3000.`;
  if ((error as Error).name === 'FileStorageError')
    return `S3_URL: ${(error as Error).message}. Check that the bucket exists and that key, secret and region are right.`;
  if (
    error instanceof ConfigError ||
    (error as Error).name === 'CannotStart' ||
    (error as Error).name === 'SiteMistake'
  )
    return (error as Error).message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Stops accepting requests, finishes the running ones, then releases the database; during startup, as soon as
 * possible.
 */
function stopOnSignal(opening: Promise<Hub>, stopping: AbortController): (code?: number) => Promise<void> {
  const stop = async (code = 0): Promise<void> => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    // Whatever hangs is cut off: shutdown always completes.
    setTimeout(() => process.exit(1), 15_000).unref();
    const hub = await opening.catch(() => undefined);
    // A startup that is interrupted ends in `main`.
    if (!hub) return;
    const { opened, serving, server } = hub;
    const closed = new Promise((resolve) => server.close(resolve));
    await serving.stop();
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 5000).unref();
    await closed;
    await opened.close();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  return stop;
}
