// A process of its own that sends what the outbox holds to the mail server of its argument, for tests that kill it.
import { mailConsent } from '#features/consent/server/public.ts';
import { newsletterGuard } from '#features/outreach/server/index.ts';
import { mailHandler } from '#platform/server/mail/handler.ts';
import { startWorker } from '#platform/server/outbox/worker.ts';
import { openNewsletterHub } from './newsletter-process.ts';

const platform = await openNewsletterHub({ ...process.env, SMTP_URL: process.argv[2] });
const handlers = [mailHandler({ ...platform, consent: newsletterGuard(platform, mailConsent(platform)) })];
startWorker({ ...platform, handlers });
