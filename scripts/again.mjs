// A hub that dies is started again: plain JavaScript for Node 20, no packages.
import { setTimeout as sleep } from 'node:timers/promises';

const quickMs = 60_000;
const mostQuick = 5;
/** EX_TEMPFAIL: systemd takes it for a failure, and starts again, too. */
const restartCode = 75;

/**
 * Runs `once` until it ends as it should. `once` tells by `ready` that the hub answers, and resolves to how it ended. What
 * was stopped, ended orderly, or never answered at its first start (a wrong setting, a port that is taken) stays ended.
 */
export async function again(once, { say, now = Date.now, wait = sleep, isAbandoned = () => false }) {
  let hasAnswered = false;
  let quick = 0;
  for (;;) {
    const began = now();
    const { code, stopped } = await once(() => (hasAnswered = true));
    if (stopped || code === 0 || !hasAnswered) return code;
    // It asked for it, such as to take new settings.
    if (code === restartCode) {
      if (isAbandoned()) return code;
      say('Restarting, as asked for at the desk.');
      continue;
    }
    quick = now() - began < quickMs ? quick + 1 : 1;
    if (quick >= mostQuick) {
      say(
        `Crashed ${mostQuick} times within a minute each, last with code ${code}; not restarting. See the error above, fix it and start again.`,
      );
      return code;
    }
    const seconds = 2 ** (quick - 1);
    say(`Crashed with code ${code}; restarting in ${seconds} s. See the error above.`);
    await wait(seconds * 1000);
    // Nobody is left to start it for.
    if (isAbandoned()) return code;
  }
}
