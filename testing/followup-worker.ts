// A process of its own that goes on with follow-ups and sends what they write, with a clock that is SHIFT milliseconds off, for
// tests that kill it.
import { mailHandler } from '#platform/server/mail/handler.ts';
import { startWorker } from '#platform/server/outbox/worker.ts';
import { openFollowups } from './followup-kills.ts';

const shift = Number(process.argv[3]);
const clock = { now: () => new Date(Date.now() + shift) };
const { platform, followups, consent } = await openFollowups(
  { ...process.env, SMTP_URL: process.argv[2] },
  clock,
);
startWorker({ ...platform, handlers: [mailHandler({ ...platform, consent })], pollSeconds: 1 });
for (;;) {
  await followups.engine.goOn(7);
  await followups.afterwards.settle();
  await new Promise((resolve) => setTimeout(resolve, 20));
}
