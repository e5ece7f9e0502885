import { Problem } from '#base/problem.ts';
import { memberById } from '#features/accounts/server/public.ts';
import { linesOf, runsText } from '#features/documents/rules/assembly/doc.ts';
import { type DatesOf } from '#features/documents/server/public.ts';
import { type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type * as z from 'zod/mini';
import type { dueBody } from '../../rules/due-contract.ts';
import { dayOf, daysBefore, lateOn, mostOwn, remindOn } from '../../rules/due.ts';
import { type Held, hold, type OnPerson, sha256, tellOf } from '../ledger.ts';
import type { Letters } from '../letters.ts';
import type { AgreementTables, DueRow } from '../tables.ts';
import { shownOf } from './reading.ts';

export type { DatesOf };

/** Nothing more comes. */
const allOfThem = '9999-12-31';
/** How far days that come again are worked out, and how much of that must be ahead at any time. */
const ahead = { most: 3 * 366, least: 2 * 366 };
const atOnce = 200;
const inOneMail = 20;

/** The days that count in signed agreements: worked out once, changed by their sender, reminded of. */
export function createDues(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { letters, datesOf, onPerson }: { letters: Letters; datesOf: DatesOf; onPerson?: OnPerson | undefined },
) {
  const today = (): string => dayOf(clock.now());

  async function textOf(trx: AnyTransaction, { agreement }: Held): Promise<string> {
    const { doc } = await tablesOf<AgreementTables>(trx)
      .selectFrom('agreement_version')
      .select('doc')
      .where('owner_id', '=', agreement.owner_id)
      .where('agreement_id', '=', agreement.id)
      .where('version', '=', agreement.version)
      .executeTakeFirstOrThrow();
    return [...linesOf(doc.blocks)].map(runsText).join('\n');
  }

  /** Works out what isn't yet. What there is stays, with all that its sender made of it. */
  const fill = (id: string): Promise<void> =>
    db.transaction<AgreementTables, void>(async (trx) => {
      const it = await hold(trx, id);
      const { owner_id, slug, answers, state, ended_at, sent_at } = it.agreement;
      if (state !== 'signed' || ended_at === null) return;
      const signed = dayOf(ended_at);
      const from = today() > signed ? today() : signed;
      const until = daysBefore(from, -ahead.most);
      const { dates, isOpen } =
        slug === null || answers === null
          ? { dates: [], isOpen: false }
          : datesOf(slug, answers, { signed, sent: dayOf(sent_at), text: await textOf(trx, it), until });
      if (dates.length > 0)
        await trx
          .insertInto('agreement_due')
          .values(
            dates.map(({ id: due, kind, day, words }) => ({
              owner_id,
              agreement_id: id,
              id: due,
              kind,
              day,
              words,
              is_own: false,
              own_day: null,
              own_words: null,
              is_gone: false,
              remind_on: remindOn({ day, kind }, from),
              late_on: lateOn({ day, kind }, from),
              rev: 0,
            })),
          )
          .onConflict((same) => same.doNothing())
          .execute();
      await trx
        .updateTable('agreement')
        .set({ due_until: isOpen ? until : allOfThem })
        .where('owner_id', '=', owner_id)
        .where('id', '=', id)
        .execute();
    });

  /** One mail about all that is near. It goes out with the marks that say so, or not at all. */
  const remind = (id: string): Promise<void> =>
    db.transaction<AgreementTables, void>(async (trx) => {
      const it = await hold(trx, id);
      const { owner_id, state, due_reminders, title } = it.agreement;
      if (state !== 'signed' || !due_reminders) return;
      const rows: DueRow[] = await trx
        .updateTable('agreement_due')
        .set({ remind_on: null })
        .where('owner_id', '=', owner_id)
        .where('agreement_id', '=', id)
        .where('remind_on', '<=', today())
        .returningAll()
        .execute();
      const near = rows
        .filter(({ is_gone }) => !is_gone)
        .map((row) => ({ id: row.id, ...shownOf(row) }))
        // After a long standstill nobody is told of what is over.
        .filter(({ day }) => day >= today())
        .sort((a, b) => (a.day + a.id < b.day + b.id ? -1 : 1));
      const [first] = near;
      const member = await memberById(trx, owner_id);
      if (!first || !member) return;
      await letters.due(trx, it, member.email, {
        key: sha256(JSON.stringify(near.map((one) => [one.id, one.day]))).slice(0, 32),
        subject:
          near.length === 1
            ? `${first.words}, ${inWords(first.day)}: “${title}”`
            : `${near.length} dates from ${inWords(first.day)}: “${title}”`,
        lines: near.slice(0, inOneMail).map(({ day, words }) => [inWords(day), words]),
      });
    });

  const tell = tellOf(onPerson);

  /** Whoever signed, other than its sender, is told of as late once for each payment that nobody has taken off the list. */
  const tellLate = (id: string): Promise<void> =>
    db.transaction<AgreementTables, void>(async (trx) => {
      const it = await hold(trx, id);
      const { owner_id, state } = it.agreement;
      const rows: DueRow[] = await trx
        .updateTable('agreement_due')
        .set({ late_on: null })
        .where('owner_id', '=', owner_id)
        .where('agreement_id', '=', id)
        .where('late_on', '<=', today())
        .returningAll()
        .execute();
      const member = await memberById(trx, owner_id);
      if (state !== 'signed' || !member) return;
      for (const row of rows.filter((one) => !one.is_gone))
        for (const person of it.people)
          if (person.state === 'signed' && person.email !== member.email)
            await tell(trx, it, person, 'overdue', `:${row.id}:${shownOf(row).day}`);
    });

  return {
    fill,

    /** Adds a day of the sender's own, or says otherwise than the text. Sent again it is done once. */
    set: (uid: string, id: string, due: string, body: z.output<typeof dueBody>): Promise<void> =>
      db.transaction<AgreementTables, void>(async (trx) => {
        const it = await hold(trx, id, uid);
        if (it.agreement.state !== 'signed')
          throw new Problem('conflict', 'Dates can be added once everybody has signed.');
        const part = { owner_id: uid, agreement_id: id };
        const rows: DueRow[] = await trx
          .selectFrom('agreement_due')
          .selectAll()
          .where('owner_id', '=', uid)
          .where('agreement_id', '=', id)
          .execute();
        const row = rows.find((one) => one.id === due);
        const { day, isGone } = body;
        const words = body.words.toWellFormed();
        const kind = row?.kind ?? 'other';
        if (!row) {
          if (!due.startsWith('own.'))
            throw new Problem('not_found', 'There is no such date in this agreement.');
          if (rows.filter(({ is_own }) => is_own).length >= mostOwn)
            throw new Problem(
              'too_many',
              `An agreement takes ${mostOwn} dates of your own. Change one of them.`,
            );
          await trx
            .insertInto('agreement_due')
            .values({
              ...part,
              id: due,
              kind,
              day,
              words,
              is_own: true,
              own_day: null,
              own_words: null,
              is_gone: isGone,
              remind_on: remindOn({ day, kind }, today()),
              late_on: lateOn({ day, kind }, today()),
              rev: 0,
            })
            .execute();
          return;
        }
        const shown = shownOf(row);
        if (shown.day === day && shown.words === words && row.is_gone === isGone) return;
        const isMoved = shown.day !== day || (row.is_gone && !isGone);
        await trx
          .updateTable('agreement_due')
          .set({
            ...(row.is_own
              ? { day, words }
              : { own_day: day === row.day ? null : day, own_words: words === row.words ? null : words }),
            is_gone: isGone,
            rev: row.rev + 1,
            ...(isMoved && {
              remind_on: remindOn({ day, kind }, today()),
              late_on: lateOn({ day, kind }, today()),
            }),
          })
          .where('owner_id', '=', uid)
          .where('agreement_id', '=', id)
          .where('id', '=', due)
          .execute();
      }),

    setReminders: (uid: string, id: string, on: boolean): Promise<void> =>
      db.transaction<AgreementTables, void>(async (trx) => {
        await hold(trx, id, uid);
        await trx
          .updateTable('agreement')
          .set({ due_reminders: on })
          .where('owner_id', '=', uid)
          .where('id', '=', id)
          .execute();
      }),

    /** Works out days where too few are ahead, and reminds of those that are near. */
    async tick(): Promise<void> {
      const tables = db.tables<AgreementTables>();
      const short = await tables
        .selectFrom('agreement')
        .select('id')
        .where('state', '=', 'signed')
        .where((either) =>
          either.or([
            either('due_until', 'is', null),
            either('due_until', '<', daysBefore(today(), -ahead.least)),
          ]),
        )
        .limit(atOnce)
        .execute();
      const faults: unknown[] = [];
      // One that fails doesn't hold up the others.
      for (const { id } of short) await fill(id).catch((fault: unknown) => faults.push(fault));
      const near = await tables
        .selectFrom('agreement_due as d')
        .innerJoin('agreement as a', (on) =>
          on.onRef('a.owner_id', '=', 'd.owner_id').onRef('a.id', '=', 'd.agreement_id'),
        )
        .select('a.id')
        .distinct()
        .where('d.remind_on', '<=', today())
        .where('a.state', '=', 'signed')
        .where('a.due_reminders', '=', true)
        .limit(atOnce)
        .execute();
      for (const { id } of near) await remind(id).catch((fault: unknown) => faults.push(fault));
      const late = await tables
        .selectFrom('agreement_due')
        .select('agreement_id as id')
        .distinct()
        .where('late_on', '<=', today())
        .limit(atOnce)
        .execute();
      for (const { id } of late) await tellLate(id).catch((fault: unknown) => faults.push(fault));
      if (faults.length > 0) throw faults[0];
    },
  };
}

const inWords = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

export type Dues = ReturnType<typeof createDues>;
