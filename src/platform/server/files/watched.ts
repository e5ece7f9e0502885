import { Problem } from '#base/problem.ts';
import type { ServiceStatus } from '../feature.ts';
import type { FileStore } from './file-store.ts';
import type { Scan } from './scanner.ts';

type State = ServiceStatus['state'];

/** Up or down by the last operation's result, so that no extra probing is needed. */
function watch() {
  let state: State = 'up';
  return {
    state: () => state,
    async during<T>(work: Promise<T>): Promise<T> {
      try {
        const answer = await work;
        state = 'up';
        return answer;
      } catch (error) {
        // A worded refusal is a response, too.
        if (!(error instanceof Problem)) state = 'down';
        throw error;
      }
    },
  };
}

export function watchedFiles(files: FileStore, runsOn: string) {
  const { state, during } = watch();
  const watched: FileStore = {
    put: (key, content) => during(files.put(key, content)),
    get: (key) => during(files.get(key)),
    has: (key) => during(files.has(key)),
    delete: (key) => during(files.delete(key)),
  };
  const status = (): ServiceStatus => ({
    service: 'files',
    runsOn,
    state: state(),
    ...(state() === 'down' && { advice: 'The last file couldn’t be written or read. See the log.' }),
  });
  return { files: watched, status };
}

export function watchedScan(scan: Scan | null, host: string) {
  const { state, during } = watch();
  const status = (): ServiceStatus =>
    scan
      ? {
          service: 'scanner',
          runsOn: `ClamAV, ${host}`,
          state: state(),
          ...(state() === 'down' && { advice: 'It isn’t responding, so uploads are refused.' }),
        }
      : { service: 'scanner', runsOn: 'off: uploads aren’t scanned', state: 'off' };
  const watched: Scan | null = scan && ((bytes) => during(scan(bytes)));
  return { scan: watched, status };
}
