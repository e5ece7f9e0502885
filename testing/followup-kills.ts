import { type Clock, days, hours, movableClock } from '#base/clock.ts';
import { fromMember } from '#features/consent/rules/contract.ts';
import { createConsent, mailConsent } from '#features/consent/server/public.ts';
import type { Happening } from '#features/followups/rules/happenings.ts';
import type { SequenceBody } from '#features/followups/rules/contract.ts';
import type { Step } from '#features/followups/rules/steps.ts';
import { createFollowups } from '#features/followups/server/public.ts';
import { saveSequence, turnSequence } from '#features/followups/server/sequences.ts';
import { createPlans } from '#features/plans/server/public.ts';
import { firstSettings } from '#features/recovery/rules/automation.ts';
import { firstDelivery } from '#features/recovery/rules/sequence.ts';
import { saveSettings } from '#features/recovery/server/owners.ts';
import { mailHandler } from '#platform/server/mail/handler.ts';
import { startWorker } from '#platform/server/outbox/worker.ts';
import { createWebhooks } from '#platform/server/webhooks/webhooks.ts';
import { openNewsletterHub } from './newsletter-process.ts';
import { startSmtp } from './smtp.ts';
import { killProcess, startWorkerProcess } from './worker-process.ts';

interface Kills {
  /** DATABASE_URL, or DATA_DIR of an embedded one. */
  database: Record<string, string>;
  people: number;
  kills: number;
  /** 0 to 1, the same for the same seed. */
  random(): number;
}

export interface Killed {
  /** "address subject" of every mail whose body a mail server has seen, heard or not. */
  arrived: string[];
  /** Of them, what came after its reader had bought, in a sequence that a purchase stops. */
  afterBuying: string[];
  /** What the hub says in the end of each message, and of each way through a sequence. */
  messages: { email: string; subject: string; state: string; reason: string }[];
  runs: { email: string; sequence: string; state: string; reason: string }[];
  /** How often somebody was in a sequence, by the rule: to be compared with the runs. */
  expected: Map<string, number>;
  inTheOpen: number;
}

const owner = 'usr_killed';
const onItsWayMs = 1000;

export async function openFollowups(env: Record<string, string | undefined>, clock: Clock) {
  const platform = await openNewsletterHub(env, clock);
  const { db, outbox } = platform;
  const webhooks = createWebhooks({ db, outbox, clock, live: false });
  const followups = createFollowups(platform, { plans: createPlans(platform), webhooks });
  return { platform, followups, consent: followups.guard(mailConsent(platform)) };
}

const mail = (id: string, subject: string): Step => ({
  id,
  kind: 'mail',
  subject,
  blocks: [{ id: 'text1', kind: 'text', text: 'Hello {{FirstName|there}}, here is what we promised.' }],
});
const wait = (id: string, n = 1): Step => ({ id, kind: 'wait', hours: n });
const tag = (id: string, name: string): Step => ({ id, kind: 'tag', add: true, tag: name });

/** A ring among them: the tag of the first starts the second, whose tag would start it again. */
const sequences: Record<string, Pick<SequenceBody, 'trigger' | 'steps'> & Partial<SequenceBody>> = {
  welcome: {
    trigger: { on: 'lead', funnelId: '', step: '' },
    steps: [
      mail('wel_one', 'Welcome 1'),
      wait('wel_gap'),
      tag('wel_tag', 'warm'),
      mail('wel_two', 'Welcome 2'),
    ],
  },
  warm: {
    trigger: { on: 'tag', tag: 'warm' },
    steps: [
      mail('war_one', 'Warm 1'),
      {
        id: 'war_ask',
        kind: 'branch',
        when: { is: 'bought', since: 'ever' },
        yes: [tag('war_yes', 'customer')],
        no: [wait('war_gap', 2), mail('war_two', 'Warm 2')],
      },
      tag('war_back', 'warm'),
    ],
    stopsOnPurchase: false,
  },
  thanks: {
    trigger: { on: 'bought', contains: '', which: 'any' },
    steps: [mail('tha_one', 'Thanks 1'), wait('tha_gap', 3), mail('tha_two', 'Thanks 2')],
    stopsOnPurchase: false,
  },
  webinar: {
    trigger: { on: 'event', name: 'webinar' },
    steps: [wait('web_gap'), mail('web_one', 'Webinar 1'), mail('web_two', 'Webinar 2')],
  },
  signed: {
    trigger: { on: 'agreement', what: 'signed' },
    steps: [mail('sig_one', 'Signed 1')],
    stopsOnPurchase: false,
  },
};
const stopsOnPurchase = (subject: string) => /^(?:Welcome|Webinar)/.test(subject);

/** Two processes on one database go on with everybody's follow-ups, and are killed again and again while things happen. */
export async function killFollowups({ database, people, kills, random }: Kills): Promise<Killed> {
  const arrived: string[] = [];
  const afterBuying: string[] = [];
  const bought = new Map<string, number>();
  const open = new Set<string>();
  let isStill = false;
  let inTheOpen = 0;
  let reached: (() => void) | undefined;
  let wanted = Infinity;
  const smtp = await startSmtp({
    async answer({ to, raw }) {
      const subject = /^Subject: (.*)$/m.exec(raw)?.[1]?.trim() ?? '';
      const arrival = `${to[0]} ${subject}`;
      arrived.push(arrival);
      // What had left the hub when they bought is on its way, and nobody's fault.
      const since = Date.now() - (bought.get(to[0] ?? '') ?? Infinity);
      if (since > onItsWayMs && stopsOnPurchase(subject)) afterBuying.push(arrival);
      if (arrived.length >= wanted) reached?.();
      // Before each kill some mails get no answer any more: nobody but the mailbox knows that they are there.
      if (!isStill && random() < 0.15) {
        open.add(arrival);
        await new Promise(() => {});
      }
    },
  });
  const clock = movableClock(new Date());
  const env = { ...process.env, ...database, PUBLIC_URL: 'https://birch.example' };
  const { platform, followups, consent } = await openFollowups(
    { ...env, NODE_ENV: 'production', SMTP_URL: smtp.url },
    clock,
  );
  const { db } = platform;
  await db.pool.query(
    "insert into account_user (id, name, email, email_verified) values ($1, 'Ada', 'ada@example.com', true)",
    [owner],
  );
  const delivery = {
    ...firstDelivery(),
    quietFrom: 0,
    quietTo: 0,
    capHours: 0,
    shopName: 'Birch',
    postalAddress: '1 Quay Street, Dublin',
  };
  await db.transaction(async (trx) => {
    await saveSettings(trx, owner, { settings: firstSettings(), delivery }, clock.now());
    const sender = { name: delivery.shopName, address: delivery.postalAddress };
    for (const [id, body] of Object.entries(sequences)) {
      const whole = { name: id, stopsOnPurchase: true, again: false, holdOut: 0, ...body };
      await saveSequence(trx, owner, `seq_${id}`, { ...whole, version: 0 }, { now: clock.now(), sender });
      await turnSequence(trx, owner, `seq_${id}`, true, { now: clock.now(), sender });
    }
  });

  const expected = new Map<string, number>();
  const addresses = Array.from({ length: people }, (_, n) => `reader${n}@example.com`);
  const consents = createConsent(platform);
  let told = 0;
  async function tell(email: string, what: Happening): Promise<void> {
    await db.transaction(async (trx) => {
      await consents.report(trx, [email], {
        purpose: fromMember(owner),
        consentText: 'Send me the guide',
        source: 'a form',
      });
      // They have said so by mail: no first days hold them up here.
      await consents.confirm(trx, { email, purpose: fromMember(owner) });
      await followups.happened(trx, { ownerId: owner, email, name: 'Bea Bright', source: 'a form' }, what);
    });
    if (what.on === 'bought' && !bought.has(email)) bought.set(email, Date.now());
  }
  /** What starts for the first time does so once; nothing of it is meant to come again. */
  const starts = { lead: 'welcome', bought: 'thanks', event: 'webinar', agreement: 'signed' } as const;
  async function happen(): Promise<void> {
    const email = addresses[Math.floor(random() * people)] ?? '';
    const id = `h${++told}`;
    const all: Happening[] = [
      { on: 'lead', funnelId: 'fun_1', step: 'Start', id },
      { on: 'event', name: 'webinar', id },
      { on: 'agreement', what: 'signed', id },
      { on: 'bought', orderId: `order-${id}`, products: ['Lamp'], cents: 4900, currency: 'USD' },
    ];
    // Purchases are few, or little would be left to stop.
    const what = all[Math.floor(random() * (random() < 0.5 ? 3 : 4))];
    if (!what || !(what.on in starts)) return;
    await tell(email, what);
    expected.set(`${email} seq_${starts[what.on as keyof typeof starts]}`, 1);
  }

  for (const email of addresses)
    if (random() < 0.6) {
      await tell(email, { on: 'lead', funnelId: 'fun_1', step: 'Start', id: `first ${email}` });
      expected.set(`${email} seq_welcome`, 1);
    }
  for (let kill = 1; kill <= kills; kill++) {
    const dying = new Promise<void>((resolve) => (reached = resolve));
    wanted = arrived.length + 1 + Math.floor(random() * ((people * 2) / kills));
    const shifts = [0, hours(1) * Math.floor(random() * 4)];
    const workers = shifts.map((shift) =>
      startWorkerProcess('followup-worker.ts', [smtp.url, String(shift)], env),
    );
    for (let n = 0; n < 3; n += 1) await happen();
    // Both may have nothing left to send at their hours: then they are killed idle.
    await Promise.race([dying, new Promise((resolve) => setTimeout(resolve, 3000).unref())]);
    await Promise.all(workers.map(killProcess));
    inTheOpen += open.size;
    open.clear();
  }

  isStill = true;
  const handler = mailHandler({ ...platform, consent });
  const survivor = startWorker({ ...platform, handlers: [handler], pollSeconds: 3600 });
  // What waits for its hour, and then twenty days in which nothing may come a second time.
  for (const step of [
    ...Array.from({ length: 12 }, () => hours(1)),
    ...Array.from({ length: 20 }, () => days(1)),
  ]) {
    clock.move(step);
    await followups.engine.goOnWithAll();
    await survivor.drain();
    await followups.afterwards.settle();
  }
  await survivor.stop();
  await handler.close();
  const { rows: messages } = await db.pool.query<Killed['messages'][number]>(
    `select c.email, m.subject, m.state, m.reason from followup_message m
     join contact c on c.owner_id = m.owner_id and c.id = m.contact_id order by 1, 2`,
  );
  const { rows: runs } = await db.pool.query<Killed['runs'][number]>(
    `select c.email, r.sequence_id as sequence, r.state, r.reason from followup_run r
     join contact c on c.owner_id = r.owner_id and c.id = r.contact_id order by 1, 2`,
  );
  await db.close();
  await smtp.close();
  return { arrived, afterBuying, messages, runs, expected, inTheOpen };
}

export interface Faults {
  twice: string[];
  unexplained: string[];
  unended: string[];
  notBegun: string[];
  begunTwice: string[];
}

/** What must not be, whatever was killed. */
export function faultsOf({ arrived, messages, runs, expected }: Killed): Faults {
  const seen = new Set<string>();
  const twice = arrived.filter((one) => seen.has(one) || !seen.add(one));
  const keyOf = ({ email, sequence }: Killed['runs'][number]) => `${email} ${sequence}`;
  const begun = runs.map(keyOf);
  return {
    twice,
    // Said to be sent and not there, there and not said to be sent, or not sent without a word.
    unexplained: messages
      .filter(({ email, subject, state, reason }) => {
        const isThere = seen.has(`${email} ${subject}`);
        return state === 'sent'
          ? !isThere
          : state === 'handed' || reason === '' || (isThere && !reason.startsWith('unknown'));
      })
      .map(({ email, subject, state, reason }) => `${email} ${subject}: ${state} ${reason}`),
    unended: runs
      .filter(({ state, reason }) => state === 'waiting' || (state === 'stopped' && reason === ''))
      .map((run) => `${keyOf(run)}: ${run.state}`),
    notBegun: [...expected.keys()].filter((key) => !begun.includes(key)),
    begunTwice: begun.filter((key, at) => begun.indexOf(key) !== at),
  };
}
