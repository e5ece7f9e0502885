import { expect, test } from 'vitest';
import { randomOf } from '#testing/random.ts';
import { useDatabase } from '#testing/database.ts';
import { killWorkers } from '#testing/recovery-kills.ts';

const db = await useDatabase();

test(
  '[AUTO-4] workers that are killed while they send, with clocks hours apart, send each message at most once and forget none',
  { timeout: 120_000 },
  async () => {
    const { arrived, rows, inTheOpen, used } = await killWorkers({
      database: { DATABASE_URL: db.url },
      carts: 20,
      kills: 2,
      random: randomOf(7),
    });
    // What there is of the member with room for five carts and three AI e-mails a month, as it was counted.
    expect(used.length).toBeGreaterThanOrEqual(2);
    for (const { month, carts, written, counted } of used) {
      expect({ month, carts, written }).toEqual({ month, carts: 5, written: 3 });
      expect(counted).toMatchObject({ monthlyRecoveries: 5, aiEmails: 3 });
    }
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
