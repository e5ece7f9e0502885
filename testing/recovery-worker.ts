// A process of its own that sends the reminders which fall due, with a clock that is SHIFT milliseconds off, for tests that kill it.
import { createPlans } from '#features/plans/server/public.ts';
import { mailConsent } from '#features/consent/server/public.ts';
import { createRecovery } from '#features/recovery/server/public.ts';
import { mailHandler } from '#platform/server/mail/handler.ts';
import { startWorker } from '#platform/server/outbox/worker.ts';
import { openNewsletterHub } from './newsletter-process.ts';
import { reportCart } from './recovery-kills.ts';

const shift = Number(process.argv[3]);
const clock = { now: () => new Date(Date.now() + shift) };
const platform = await openNewsletterHub({ ...process.env, SMTP_URL: process.argv[2] }, clock);
const recovery = createRecovery(platform, { plans: createPlans(platform) });
const { engine } = recovery;
const consent = recovery.guard(mailConsent(platform));
startWorker({ ...platform, handlers: [mailHandler({ ...platform, consent })], pollSeconds: 1 });
for (;;) {
  await reportCart(platform, recovery);
  await engine.sendDue(5);
  await engine.settle();
  await new Promise((resolve) => setTimeout(resolve, 20));
}
