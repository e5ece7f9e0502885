import { mailHandler } from '#platform/server/mail/handler.ts';
import { days, hours, movableClock } from '#base/clock.ts';
import { mailConsent } from '#features/consent/server/public.ts';
import { createPlans } from '#features/plans/server/public.ts';
import { firstCampaign } from '#features/recovery/rules/writing.ts';
import { firstSettings } from '#features/recovery/rules/automation.ts';
import { firstDelivery } from '#features/recovery/rules/sequence.ts';
import { CartBody } from '#features/recovery/rules/contract.ts';
import { saveCampaign } from '#features/recovery/server/campaigns.ts';
import { saveSettings } from '#features/recovery/server/owners.ts';
import { createRecovery, type Recovery } from '#features/recovery/server/public.ts';
import type { Platform } from '#platform/server/platform.ts';
import { startWorker } from '#platform/server/outbox/worker.ts';
import { openNewsletterHub } from './newsletter-process.ts';
import { startSmtp } from './smtp.ts';
import { killProcess, startWorkerProcess } from './worker-process.ts';

interface Kills {
  /** DATABASE_URL, or DATA_DIR of an embedded one. */
  database: Record<string, string>;
  carts: number;
  kills: number;
  /** 0 to 1, the same for the same seed. */
  random(): number;
}

interface Killed {
  /** "address subject" of every mail whose body a mail server has seen, heard or not. */
  arrived: string[];
  /** What the hub says in the end of each message. */
  rows: { email: string; step: number; state: string; reason: string | null }[];
  /** How many were on the line, unanswered, when their sender was killed. */
  inTheOpen: number;
  /** What a member on the smallest plan had in each month, and on how many days a cart was reported in it. */
  used: UsedMonth[];
}

interface UsedMonth {
  month: string;
  carts: number;
  written: number;
  counted: Record<string, number>;
  days: number;
}

const steps = 2;

/** A member on the smallest plan, whose shop reports more carts than it has room for, without a pause. */
export const limitedMember = 'usr_limited';

/** Two workers on one database, killed again and again while mails are on the line, their clocks hours apart. */
export async function killWorkers({ database, carts, kills, random }: Kills): Promise<Killed> {
  const arrived: string[] = [];
  const open = new Set<string>();
  let isStill = false;
  let inTheOpen = 0;
  let reached: (() => void) | undefined;
  let wanted = Infinity;
  const smtp = await startSmtp({
    async answer({ to, raw }) {
      const mail = `${to[0]} ${/^Subject: (.*)$/m.exec(raw)?.[1]?.trim()}`;
      arrived.push(mail);
      if (arrived.length >= wanted) reached?.();
      // Before each kill some mails get no answer any more: nobody but the mailbox knows that they are there.
      if (!isStill && random() < 0.15) {
        open.add(mail);
        await new Promise(() => {});
      }
    },
  });
  const clock = movableClock(new Date());
  const env = { ...process.env, ...database, PUBLIC_URL: 'https://birch.example' };
  const platform = await openNewsletterHub({ ...env, NODE_ENV: 'production', SMTP_URL: smtp.url }, clock);
  const recovery = createRecovery(platform, { plans: createPlans(platform) });
  const { db } = platform;
  const now = clock.now();
  await db.pool.query(
    "insert into account_user (id, name, email, email_verified) values ($1, 'Ada', 'ada@example.com', true)",
    [limitedMember],
  );
  await db.transaction(async (trx) => {
    const delivery = { ...firstDelivery(), quietFrom: 0, quietTo: 0, capHours: 0 };
    const settings = { ...firstSettings(), emailDelay: 0 };
    await saveSettings(trx, 'hub', { settings, delivery }, now);
    const birch = { ...delivery, shopName: 'Birch', postalAddress: '1 Quay Street, Dublin' };
    const written = { ...settings, aiPersonalization: true };
    await saveSettings(trx, limitedMember, { settings: written, delivery: birch }, now);
    const [step] = firstCampaign().steps;
    for (const owner of ['hub', limitedMember])
      await saveCampaign(
        trx,
        owner,
        { isNew: true },
        {
          ...firstCampaign(),
          isOn: true,
          steps: Array.from({ length: steps }, (_, n) => ({
            ...step,
            afterHours: 1,
            subject: `Step ${n + 1}`,
            body: 'Words',
            discountPercent: 0,
          })),
        },
        // Before the slowest clock: a cart that is older than its campaign gets no message.
        new Date(now.getTime() - hours(2)),
      );
  });
  // As the hub does when it starts: from then on its own store reminds.
  await recovery.ownStore.settle();
  const bodies = Array.from({ length: carts }, (_, n) =>
    CartBody.parse({ email: `buyer${n}@example.com`, totalCents: 100, consent: true }),
  );
  await db.transaction((trx) => recovery.intake.accept(trx, 'hub', bodies, 'csv'));

  for (let kill = 1; kill <= kills; kill++) {
    const dying = new Promise<void>((resolve) => (reached = resolve));
    wanted = arrived.length + 1 + Math.floor(random() * ((carts * steps) / kills / 2));
    const shifts = [0, hours(1) * Math.floor(random() * 4) - hours(1)];
    const workers = shifts.map((shift) =>
      startWorkerProcess('recovery-worker.ts', [smtp.url, String(shift)], env),
    );
    // Both may have nothing left to send at their hours: then they are killed idle.
    await Promise.race([dying, new Promise((resolve) => setTimeout(resolve, 6000).unref())]);
    await Promise.all(workers.map(killProcess));
    inTheOpen += open.size;
    open.clear();
  }

  isStill = true;
  const reportedOn = new Set<string>();
  const handler = mailHandler({ ...platform, consent: recovery.guard(mailConsent(platform)) });
  const survivor = startWorker({ ...platform, handlers: [handler], pollSeconds: 3600 });
  // What waits for its hour, and then forty days in which nothing may come a second time.
  for (const step of [
    ...Array.from({ length: 6 }, () => hours(1)),
    ...Array.from({ length: 40 }, () => days(1)),
  ]) {
    clock.move(step);
    reportedOn.add(clock.now().toISOString().slice(0, 10));
    await reportCart(platform, recovery);
    await recovery.engine.sendAllDue();
    await survivor.drain();
    await recovery.engine.settle();
  }
  await survivor.stop();
  await handler.close();
  const { rows } = await db.pool.query<Killed['rows'][number]>(
    `select c.email, m.step, m.state, m.reason from recovery_message m
     join recovery_cart c on c.owner_id = m.owner_id and c.id = m.cart_id where m.owner_id = 'hub' order by c.email, m.step`,
  );
  const used = await usedByMonth(platform, reportedOn);
  await db.close();
  await smtp.close();
  return { arrived, rows, inTheOpen, used };
}

let reported = 0;
/** A cart more of the member's shop, whether there is room for it or not. */
export async function reportCart({ db }: Platform, { intake }: Recovery): Promise<void> {
  const cart = CartBody.parse({
    email: `member.${process.pid}.${++reported}@example.com`,
    totalCents: 100,
    items: [{ name: 'Lamp', quantity: 1, cents: 100 }],
    consent: true,
  });
  await db.transaction((trx) => intake.accept(trx, limitedMember, [cart], 'api'));
}

/** As the rows themselves say it, beside what the plan counted. */
async function usedByMonth({ db }: Platform, reportedOn: ReadonlySet<string>): Promise<UsedMonth[]> {
  const { rows } = await db.pool.query<Omit<UsedMonth, 'days'>>(
    `select u.month, jsonb_object_agg(u.counter, u.used) as counted,
       (select count(*)::int from recovery_cart c where c.owner_id = $1
         and to_char(c.created_at at time zone 'UTC', 'YYYY-MM') = u.month) as carts,
       (select count(*)::int from recovery_message m where m.owner_id = $1 and m.counted_month = u.month) as written
     from plan_usage u where u.owner_id = $1 group by u.month order by u.month`,
    [limitedMember],
  );
  return rows.map((row) => ({
    ...row,
    days: [...reportedOn].filter((day) => day.startsWith(row.month)).length,
  }));
}
