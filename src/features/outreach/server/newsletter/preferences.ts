import { createConsent, knownConsent, type KnownConsent } from '#features/consent/server/public.ts';
import { days } from '#base/clock.ts';
import { maskedMailAddress } from '#base/mail-address.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import { readForm } from '#platform/server/http/body.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import { asJsonb } from '#platform/server/outbox/tables.ts';
import type { Platform } from '#platform/server/platform.ts';
import { sql } from 'kysely';
import {
  preferencesAnswer,
  type PreferencesAnswer,
  preferencesQuery,
  type Press,
  presses,
} from '../../rules/newsletter-contract.ts';
import { preferencesApi, preferencesPath } from '../../rules/newsletter-paths.ts';
import { newsletterConsentText } from '../../rules/newsletter.ts';
import { isPaused, monthMs } from '../../rules/newsletter-readers.ts';
import type { OutreachTables } from '../tables.ts';
import { preferenceLinks } from './readers.ts';

const purpose = 'newsletter';
/** So long after unsubscribing here one press takes it back; later it needs a confirmation again. */
const returnMs = days(1);

/**
 * What a subscriber gets: chosen on a page that every issue links to, without signing in. Following the link changes
 * nothing, because mail scanners open every link; only a press does, and a plain form sends it.
 */
export function preferenceRoutes(platform: Platform): Route[] {
  const { db, clock, secret, site } = platform;
  const consent = createConsent(platform);
  const links = preferenceLinks(secret);

  async function find(token: string | undefined): Promise<KnownConsent | undefined> {
    const id = token === undefined ? null : links.read(token);
    return id === null ? undefined : knownConsent(db.tables(), purpose, { id });
  }

  const canReturn = ({ withdrawnAt, isSuppressed }: KnownConsent): boolean =>
    !isSuppressed && withdrawnAt !== null && clock.now().getTime() - withdrawnAt.getTime() < returnMs;

  const readerOf = (addressKey: string) =>
    db
      .tables<OutreachTables>()
      .selectFrom('newsletter_reader')
      .selectAll()
      .where('address_key', '=', addressKey)
      .executeTakeFirst();

  async function shown(token: string | undefined): Promise<PreferencesAnswer> {
    const topics = site.words().newsletterTopics;
    const known = await find(token);
    if (!known) return { reader: null, topics };
    const row = await readerOf(known.addressKey);
    const pausedUntil = row?.paused_until ?? null;
    return {
      topics,
      reader: {
        address: maskedMailAddress(known.address),
        isSubscribed: known.confirmedAt !== null && known.withdrawnAt === null && !known.isSuppressed,
        canReturn: canReturn(known),
        topics: row?.topics ?? [],
        pausedUntil: isPaused({ pausedUntil }, clock.now()) ? (pausedUntil?.toISOString() ?? null) : null,
        isFewer: row?.is_fewer ?? false,
      },
    };
  }

  async function press(trx: AnyTransaction, known: KnownConsent, what: Press, topics: string[]) {
    const { address: email, addressKey } = known;
    const until = new Date(clock.now().getTime() + monthMs);
    // What was held is of before: after a pause, or another choice, the next issue is the next.
    const set = (change: ReturnType<typeof sql>) =>
      sql`
        insert into newsletter_reader (address_key) values (${addressKey})
        on conflict (address_key) do nothing`
        .execute(trx)
        .then(() =>
          sql`update newsletter_reader set ${change} where address_key = ${addressKey}`.execute(trx),
        );
    switch (what) {
      case 'topics':
        return set(sql`topics = ${asJsonb(topics)}`);
      case 'pause':
        return set(sql`paused_until = ${until}, held_issue = null`);
      case 'resume':
        return set(sql`paused_until = null`);
      case 'fewer':
        return set(sql`is_fewer = true`);
      case 'all':
        return set(sql`is_fewer = false, held_issue = null`);
      case 'unsubscribe':
        await set(sql`held_issue = null`);
        return consent.withdraw(trx, { email, purpose });
      case 'resubscribe':
        if (!canReturn(known)) return undefined;
        await consent.give(trx, {
          email,
          purpose,
          consentText: newsletterConsentText,
          source: 'newsletter preferences, taken back',
        });
        return consent.confirm(trx, { email, purpose });
    }
  }

  return [
    route({
      method: 'GET',
      path: preferencesApi,
      access: 'anyone',
      summary: 'Get what a newsletter subscriber chose',
      description: 'Has no side effects, because mail scanners open every link.',
      query: preferencesQuery,
      answer: preferencesAnswer,
      handle({ query, headers }) {
        headers.set('cache-control', 'no-store');
        return shown(query.t);
      },
    }),
    route({
      method: 'POST',
      path: preferencesApi,
      access: 'anyone',
      summary: 'Choose topics, pause, get fewer, or unsubscribe from the newsletter',
      description: 'Takes the form of the page and redirects back to it.',
      limit: { name: 'newsletter-preferences', max: 60, perSeconds: 60, by: 'address' },
      answer: 'raw',
      async handle({ request }) {
        const form = await readForm(request, 10_000);
        const token = (form['t'] ?? '').slice(0, 300);
        const what = presses.find((one) => one === form['do']);
        const known = await find(token);
        const back = new URLSearchParams({ t: token });
        if (known && what) {
          const offered = site.words().newsletterTopics.map(({ id }) => id);
          const chosen = offered.filter((id) => form[`topic-${id}`] !== undefined);
          // All of them is no choice: a topic that is added later comes, too.
          const topics = chosen.length === offered.length ? [] : chosen;
          const before = (await readerOf(known.addressKey))?.topics ?? [];
          await db.transaction((trx) => press(trx, known, what, topics));
          back.set('did', what);
          if (what === 'topics') back.set('was', before.join('.'));
        }
        return new Response(null, {
          status: 303,
          headers: { location: `${preferencesPath}?${back}`, 'cache-control': 'no-store' },
        });
      },
    }),
  ];
}
