import { mailAddressKey, mailAddressWords, parseMailAddress } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import { createConsent } from '#features/consent/server/public.ts';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import { roomInMailboxes } from '#platform/server/mail/bounds.ts';
import { ownerAddress } from '#platform/server/owner-address.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Issue } from '../issue.ts';
import { sendTest } from '../send.ts';

/** To other addresses than the operator's own, a day. */
const mostTests = 20;

/** Nobody there has said yes or no to it. */
const isUnasked = (reason: string): boolean => reason === 'no consent' || reason === 'not confirmed';

/** A test leaves without an unsubscribe link: not to people who want no such email, and not to many. */
export function createTestMail(
  platform: Pick<Platform, 'db' | 'mail' | 'clock' | 'config' | 'site' | 'secret'>,
) {
  const { db, clock } = platform;
  const consent = createConsent(platform);
  const count = createRateLimiter(db, clock);
  const refuse = (code: 'bad_request' | 'too_many', words: string) =>
    new Problem(code, `Not sent. ${words}`, { fields: { to: words } });

  async function assertMayTest(to: string): Promise<void> {
    const may = await consent.mayMail(db.tables(), { to, kind: 'marketing', purpose: 'newsletter' });
    if (!may.allowed && !isUnasked(may.reason))
      throw refuse('bad_request', 'Email to this address comes back, or they want no newsletter.');
    if (!(await roomInMailboxes(db.tables(), 'typed', [to], clock.now())).has(to))
      throw refuse('too_many', 'This address has had as much email as the hub sends it for now.');
    try {
      await count({ name: 'newsletter-test', max: mostTests, perSeconds: 24 * 3600, by: 'handler' }, 'hub');
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'too_many') throw error;
      throw refuse(
        'too_many',
        `Up to ${mostTests} tests a day go to addresses other than your own. Try tomorrow.`,
      );
    }
  }

  /** Where it goes to. */
  return async function test(issue: Issue, typed: string): Promise<string> {
    const to = parseMailAddress(typed);
    if (to === null) throw new Problem('bad_request', mailAddressWords, { fields: { to: mailAddressWords } });
    const isOwn = mailAddressKey(to) === mailAddressKey(ownerAddress(platform));
    if (!isOwn) await assertMayTest(to);
    await sendTest(platform, issue, to, isOwn ? 'operator' : 'typed');
    return to;
  };
}
