import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HubProcess, startProcess } from './hub-process.ts';
import { startHubs } from './hubs.ts';

export { quietPort } from './hub-process.ts';

export interface HubOptions {
  env?: Record<string, string>;
  /** Kept after stop(), for a hub that is started again on the same data. */
  dataDir?: string;
  /** One process with its embedded database, whatever else the run is about. */
  isAlone?: boolean;
}

export interface Hub extends HubProcess, AsyncDisposable {
  /** As people reach it. Without a slash at the end. */
  url: string;
  dataDir: string;
  /** One of its processes, past any proxy. */
  direct: string;
}

/** With HUBS=2 every hub of the run is two processes behind a proxy, on one PostgreSQL and one bucket. */
const processes = Number(process.env['HUBS'] ?? 1);

/** Starts the built hub, on a free port and with data of its own. */
export async function startHub({ env = {}, dataDir, isAlone = false }: HubOptions = {}): Promise<Hub> {
  const data = dataDir ?? (await mkdtemp(join(tmpdir(), 'hub-')));
  const settings = { DATA_DIR: data, SITE_DIR: join(data, 'site'), ...env };
  const forget = async () => {
    if (!dataDir) await rm(data, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const hub: HubProcess & { direct?: string } =
      processes > 1 && !isAlone
        ? await startHubs({ count: processes, env: settings, ...(dataDir && { place: dataDir }) })
        : await startProcess(settings);
    const stop = async (signal?: 'SIGTERM' | 'SIGKILL') => {
      await hub.stop(signal);
      await forget();
    };
    return {
      ...hub,
      dataDir: data,
      direct: hub.direct ?? hub.url,
      stop,
      [Symbol.asyncDispose]: () => stop(),
    };
  } catch (error) {
    await forget();
    throw error;
  }
}
