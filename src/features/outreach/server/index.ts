import { days } from '#base/clock.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { developmentDesk } from '../rules/contract.ts';
import { contactCommands } from './contact/commands.ts';
import { messagesPage } from './contact/desk-page.ts';
import { contactRoutes } from './contact/routes.ts';
import { createThreads } from './contact/threads.ts';
import { clickRoutes } from './newsletter/clicks.ts';
import { createIssueDesk } from './newsletter/desk/issues.ts';
import { newsletterPage } from './newsletter/desk/page.ts';
import { createArchive } from './newsletter/archive.ts';
import { archiveRoutes } from './newsletter/archive-routes.ts';
import { newsletterCommands } from './newsletter/commands.ts';
import { sendDue } from './newsletter/plan.ts';
import { preferenceRoutes } from './newsletter/preferences.ts';
import { newsletterRoutes } from './newsletter/routes.ts';
import { createSubscription, type OnConfirmed } from './newsletter/subscription.ts';
import { outreachPerson } from './person.ts';
import type { OutreachTables } from './tables.ts';

export { newsletterGuard } from './newsletter/readers.ts';

/** Newsletter and contact: how people hear from this hub, and it from them. */
export function outreach(platform: Platform, options: { onConfirmed?: OnConfirmed } = {}): ServerFeature {
  const subscription = createSubscription(platform, options);
  const threads = createThreads(platform);
  const archive = createArchive(platform);
  const issues = createIssueDesk(platform);
  return {
    name: 'outreach',
    routes: [
      ...newsletterRoutes(subscription),
      ...archiveRoutes(platform, archive),
      ...clickRoutes(platform),
      ...preferenceRoutes(platform),
      ...contactRoutes(platform, threads),
      ...(platform.config.live ? [] : [deskRoute]),
    ],
    jobs: [
      { name: 'outreach-tidy', everySeconds: 3600, run: () => tidy(platform).then(() => issues.tidy()) },
      { name: 'newsletter-send', everySeconds: 30, run: () => sendDue(platform) },
    ],
    start: () => archive.start(),
    listed: () => archive.listed(),
    person: outreachPerson(platform),
    desk: [messagesPage(platform, threads), newsletterPage(platform, subscription, issues)],
    commands: [...newsletterCommands(platform, subscription), ...contactCommands(platform, threads)],
  };
}

/** The page's data on purpose says nothing: a page is rendered once for everybody, and mail is read on this machine only. */
const deskRoute = route({
  method: 'GET',
  path: '/api/dev',
  access: 'anyone',
  summary: 'Get whether emails are captured in a mailbox instead of sent',
  description: 'Development only.',
  answer: developmentDesk,
  handle: () => ({ mailbox: true }),
});

/** Forgets links that no longer work, receipts' hours that are over, spam after 30 days, and every message after three years. */
async function tidy({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const tables = db.tables<OutreachTables>();
  const ago = (n: number) => new Date(clock.now().getTime() - days(n));
  await tables.deleteFrom('newsletter_request').where('mailed_at', '<', ago(8)).execute();
  await tables.deleteFrom('contact_receipt').where('mailed_at', '<', ago(1)).execute();
  await tables
    .deleteFrom('contact_message')
    .where('held', 'is not', null)
    .where('received_at', '<', ago(30))
    .execute();
  await tables
    .deleteFrom('contact_message')
    .where('received_at', '<', ago(3 * 365))
    .execute();
}
