import { setTimeout } from 'node:timers/promises';

/**
 * How long anybody else would have been kept waiting while this ran: the most that this thread computed, in milliseconds,
 * between two moments at which others had their turn. Of its own time, so that a busy machine adds nothing.
 */
export async function standstill(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
  };
  const timer = setInterval(look, 5);
  try {
    await work();
    await setTimeout(20);
  } finally {
    clearInterval(timer);
  }
  return longest;
}
