import { expect, test } from 'vitest';
import { randomOf } from '#testing/random.ts';
import { freshTables } from '#testing/database.ts';
import { killWorkers } from '#testing/recovery-kills.ts';

test(
  '[AUTO-4] workers killed while they send, hours apart, send each at most once and forget none',
  { timeout: 120_000 },
  async () => {
    const { arrived, rows, inTheOpen, used } = await killWorkers({
      // Of this try alone: a second one finds nothing of the first.
      database: { DATABASE_URL: await freshTables() },
      carts: 20,
      kills: 2,
      random: randomOf(7),
    });
    // The member has room for five carts and three AI emails a month: never more than that, always as it was counted,
    // and all of it in a month that had days enough. Which of the months have depends on today.
    expect(used.filter(({ days }) => days >= 7).length).toBeGreaterThanOrEqual(1);
    for (const { month, carts, written, counted } of used) {
      expect(counted, month).toMatchObject({
        monthlyRecoveries: carts,
        ...(written > 0 && { aiEmails: written }),
      });
      expect(carts, month).toBeLessThanOrEqual(5);
      expect(written, month).toBeLessThanOrEqual(3);
    }
    for (const { month, carts, written } of used.filter(({ days }) => days >= 7))
      expect({ month, carts, written }).toEqual({ month, carts: 5, written: 3 });
    expect(new Set(arrived).size).toBe(arrived.length);
    expect(rows).toHaveLength(40);
    const unsure = rows.filter(({ state }) => state !== 'sent');
    // What nobody knows is said so, and never tried again.
    expect(new Set(unsure.map(({ reason }) => reason?.split(':')[0]))).toEqual(new Set(['unknown']));
    expect(unsure.length).toBeGreaterThanOrEqual(inTheOpen);
    const sent = rows.filter(({ state }) => state === 'sent');
    for (const { email, step } of sent) expect(arrived).toContain(`${email} Step ${step}`);
  },
);
