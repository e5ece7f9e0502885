import * as z from 'zod/mini';
import { mailAddressKey } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import { memberById } from '#features/accounts/server/public.ts';
import { fileName } from '#features/documents/rules/formats/file-name.ts';
import { route, type RateLimit, type Route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { agreementPath } from '../../rules/addresses.ts';
import { type CalendarDay, calendarOf } from '../../rules/calendar.ts';
import { agreementId, linkQuery, oneAgreement } from '../../rules/contract.ts';
import { dueBody, dueId, dueList, dueQuery, remindersBody } from '../../rules/due-contract.ts';
import { dayOf, daysBefore } from '../../rules/due.ts';
import { hold } from '../ledger.ts';
import type { Parts } from '../parts.ts';
import type { AgreementTables } from '../tables.ts';
import { allDues, calendarDays, calendarOfOne, type DueReader, listedDues } from './reading.ts';

const writes: RateLimit = { name: 'agreement-write', max: 300, perSeconds: 3600, by: 'viewer' };
const reads: RateLimit = { name: 'signing-read', max: 600, perSeconds: 3600, by: 'address' };
const oneDue = z.strictObject({ id: agreementId, due: dueId });
const done = z.object({ done: z.literal(true) });
const most = { listed: 200, inFile: 2000 };
const farthest = '9999-12-31';

/** The days that count: in lists, changed by their sender, and as files for calendars. */
export function dueRoutes(platform: Platform, { dues, links }: Parts): Route[] {
  const { db, clock, origin, site } = platform;

  const readerOf = async (uid: string): Promise<DueReader> => {
    const member = await memberById(db.tables(), uid);
    return {
      uid,
      emailKey: member ? mailAddressKey(member.email) : '',
      isProven: member?.emailVerified ?? false,
      pathOf: links.path,
    };
  };

  function file(name: string, days: readonly CalendarDay[]): Response {
    if (days.length === 0) throw new Problem('not_found', 'There are no dates here yet.');
    return new Response(calendarOf(site.words().name, days, clock.now()), {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': `attachment; filename="${name}.ics"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    });
  }

  return [
    route({
      method: 'GET',
      path: '/api/agreements/due',
      access: 'member',
      summary: 'List what is due in signed agreements',
      description: 'The next first; `days` asks only for the days to come.',
      query: dueQuery,
      answer: dueList,
      async handle({ viewer, query }) {
        const reader = await readerOf(viewer.uid);
        const from = dayOf(clock.now());
        const to = query.days === undefined ? farthest : daysBefore(from, -Number(query.days));
        return listedDues(reader, await allDues(db.tables(), reader, { from, to, most: most.listed }));
      },
    }),
    route({
      method: 'GET',
      path: '/api/agreements/due.ics',
      access: 'member',
      summary: 'Download the dates of all your agreements as a calendar file',
      answer: 'raw',
      limit: writes,
      async handle({ viewer }) {
        const reader = await readerOf(viewer.uid);
        const found = await allDues(db.tables(), reader, {
          from: daysBefore(dayOf(clock.now()), 366),
          to: farthest,
          most: most.inFile,
        });
        return file('agreements', calendarDays(reader, origin(), found));
      },
    }),
    route({
      method: 'GET',
      path: '/api/agreements/:id/due.ics',
      access: 'member',
      summary: 'Download the dates of an agreement as a calendar file',
      params: oneAgreement,
      answer: 'raw',
      limit: writes,
      handle: ({ viewer, params }) =>
        db.transaction<AgreementTables, Response>(async (trx) => {
          const { agreement } = await hold(trx, params.id, viewer.uid);
          const path = agreementPath(agreement.id);
          const days = await calendarOfOne(trx, agreement, { isSender: true, origin: origin(), path });
          return file(fileName(agreement.title), days);
        }),
    }),
    route({
      method: 'PUT',
      path: '/api/agreements/:id/due/:due',
      access: 'member',
      summary: 'Add, change or remove a date of an agreement',
      description: 'A new one has an id that begins with `own.`; the same id is the same date.',
      params: oneDue,
      body: dueBody,
      answer: done,
      limit: writes,
      async handle({ viewer, params, body }) {
        await dues.set(viewer.uid, params.id, params.due, body);
        return { done: true as const };
      },
    }),
    route({
      method: 'PUT',
      path: '/api/agreements/:id/reminders',
      access: 'member',
      summary: 'Turn the reminders of an agreement’s dates on or off',
      params: oneAgreement,
      body: remindersBody,
      answer: done,
      limit: writes,
      async handle({ viewer, params, body }) {
        await dues.setReminders(viewer.uid, params.id, body.on);
        return { done: true as const };
      },
    }),
    route({
      method: 'GET',
      path: '/api/signing/due.ics',
      access: 'anyone',
      summary: 'Download the dates of what you signed as a calendar file',
      description: 'By the link from an email. What the sender added for themselves is not in it.',
      query: linkQuery,
      limit: reads,
      answer: 'raw',
      async handle({ query }) {
        const { agreement, you } = await links.follow(db.tables(), query.t);
        const days = await calendarOfOne(db.tables(), agreement, {
          isSender: false,
          origin: origin(),
          path: links.path(you),
        });
        return file(fileName(agreement.title), days);
      },
    }),
  ];
}
