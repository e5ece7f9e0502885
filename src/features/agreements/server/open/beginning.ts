import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { days } from '#base/clock.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import { memberById } from '#features/accounts/server/public.ts';
import type { Room } from '#features/plans/server/public.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { jsonbText } from '#platform/server/outbox/tables.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createTurns } from '#platform/server/workers/turns.ts';
import type * as z from 'zod/mini';
import type { NewPerson } from '../../rules/contract.ts';
import { legalWords } from '../../rules/legal.ts';
import { whyFull, whyNotOpen } from '../../rules/open.ts';
import { begunDays } from '../../rules/open-addresses.ts';
import type { beginBody, Begun, OpenView } from '../../rules/open-contract.ts';
import { blanksOf } from '../../rules/places.ts';
import { othersRoom } from '../changing.ts';
import { append, type Held, hold, setPerson } from '../ledger.ts';
import type { Letters } from '../letters.ts';
import type { Links } from '../links.ts';
import type { Sending } from '../sending.ts';
import type { AgreementTables, OpenRow } from '../tables.ts';
import { countsOf, stateOfOpen, withStranger } from './counting.ts';
import { noOpenLink } from './opening.ts';

type Open = Selectable<OpenRow>;

/** How somebody who has an open link comes to an agreement of their own. */
export function createBeginning(
  platform: Platform,
  parts: { links: Links; letters: Letters; sending: Sending; within: Room['within'] },
) {
  const { db, clock } = platform;
  const { links, letters, sending } = parts;
  // Those of one link wait for each other anyway. Waiting here, two hundred at once take no connection from anybody else.
  const inTurn = createTurns({ atOnce: 2, mostWaiting: 1000 });

  const find = (from: AnyKysely, id: string) =>
    tablesOf<AgreementTables>(from).selectFrom('agreement_open').selectAll().where('id', '=', id);

  /** Why nobody can begin now, in words for whoever wants to. */
  async function whyNot(from: AnyKysely, open: Open, now: Date): Promise<string> {
    const counts = (await countsOf(from, open.owner_id, now))(open);
    const state = stateOfOpen(open, counts, now);
    const why = state === 'full' ? whyFull({ ...counts, most: open.most }) : whyNotOpen[state];
    if (why !== '') return why;
    const member = await memberById(from, open.owner_id);
    const mayAsk = member && !member.suspended && (await sending.mayReach(from, open.owner_id));
    return mayAsk ? '' : whyNotOpen.closed;
  }

  /** Begun with this address before, and not ended without a signature. */
  async function formerOf(trx: AnyTransaction, { owner_id, id }: Open, emailKey: string, now: Date) {
    const row = await withStranger(trx)
      .select('a.id')
      .where('a.owner_id', '=', owner_id)
      .where('a.open_id', '=', id)
      .where('p.email_key', '=', emailKey)
      .where(({ or, and, eb }) =>
        or([eb('p.state', '=', 'signed'), and([eb('a.state', '=', 'out'), eb('a.expires_at', '>', now)])]),
      )
      .orderBy('a.sent_at', 'desc')
      .executeTakeFirst();
    return row ? hold(trx, row.id, owner_id) : null;
  }

  function peopleFor(open: Open, sender: Open['sender'], name: string, email: string): NewPerson[] {
    const stranger = { name, email, role: 'signs' as const, turn: 1, party: open.party };
    if (!open.signs_too) return [stranger];
    if (mailAddressKey(email) === mailAddressKey(sender.email))
      throw new Problem('bad_request', 'This is the sender’s own address. Enter yours.', {
        fields: { email: 'This is the sender’s own address.' },
      });
    const { name: own, email: address } = sender;
    return [stranger, { name: own, email: address, role: 'signs', turn: 2, party: open.own_party }];
  }

  async function make(
    trx: AnyTransaction,
    open: Open,
    typed: { key: string; name: string; email: string },
    now: Date,
  ): Promise<Held> {
    const member = await memberById(trx, open.owner_id);
    const sender = { ...open.sender, email: member?.email ?? open.sender.email };
    const held = await sending.make(trx, {
      owner_id: open.owner_id,
      key: typed.key,
      title: open.title,
      message: open.message,
      slug: open.slug,
      answers: open.answers,
      template: open.template,
      follows: null,
      options: open.options,
      sender,
      // Whoever else should sign has the open link as well.
      forwarding: false,
      reminders: true,
      expires_at: new Date(now.getTime() + days(begunDays)),
      open_id: open.id,
      people: peopleFor(open, sender, typed.name, typed.email),
      version: { doc: open.doc, pdf: open.pdf, pages: open.pages },
    });
    const you = held?.people[0];
    if (!held || !you)
      throw new Problem('conflict', 'Somebody has begun with this already. Reload the page.');
    // No letter: they have the page in front of them, and nobody else asked for one.
    await setPerson(trx, you, { state: 'asked', asked_at: now });
    await append(trx, held, now, [{ kind: 'came by link', person: 0, data: { email: you.email } }]);
    await sending.haveRead(trx, held);
    return held;
  }

  return {
    /** What the link shows. Nothing is made by looking. */
    async look(token: string, warningOf: (slug: string) => string): Promise<OpenView> {
      const open = await find(db.tables(), links.readOpen(token)).executeTakeFirst();
      if (!open) throw noOpenLink();
      const { title, language, blocks } = open.doc;
      const { kind, warning } = legalWords(open.slug === null ? '' : warningOf(open.slug));
      return {
        title: open.title,
        message: open.message,
        sender: open.sender,
        doc: { title, language, blocks },
        pages: open.pages,
        blanks: blanksOf(open.doc).length,
        signsToo: open.signs_too,
        endsAt: open.ends_at.toISOString(),
        why: await whyNot(db.tables(), open, clock.now()),
        legal: { kind, warning },
      };
    },

    /**
     * An agreement of their own. An address that has begun before gets its link by email, whoever typed it; only the
     * same press, sent again because its answer got lost, is answered with the link itself.
     */
    async begin(
      { o, key, name, email }: z.output<typeof beginBody>,
      boundLetters: (openId: string) => Promise<void>,
    ): Promise<Begun> {
      const id = links.readOpen(o);
      const found = await find(db.tables(), id).executeTakeFirst();
      if (!found) throw noOpenLink();
      const emailKey = mailAddressKey(email);
      const press = `${id}:${createHash('sha256')
        .update(jsonbText([key, emailKey]))
        .digest('hex')}`;
      const begin = () =>
        db.transaction<AgreementTables, Begun & { former?: string }>((trx) =>
          parts.within(trx, found.owner_id, async () => {
            // All who begin by one link stand in line here: none is made beyond its limit.
            const open = await find(trx, id).forUpdate().executeTakeFirst();
            if (!open) throw noOpenLink();
            const now = clock.now();
            const former = await formerOf(trx, open, emailKey, now);
            if (former && former.agreement.key !== press) return { path: null, former: former.agreement.id };
            const why = former ? '' : await whyNot(trx, open, now);
            if (why !== '') throw new Problem('conflict', why);
            const { people } = former ?? (await make(trx, open, { key: press, name, email }, now));
            return { path: people[0] ? links.path(people[0]) : null };
          }),
        );
      const { path, former } = await inTurn({ caller: id }, begin).catch((thrown: unknown) => {
        throw othersRoom(thrown);
      });
      if (former === undefined) return { path };
      await boundLetters(id);
      await db.transaction<AgreementTables, void>(async (trx) => {
        const held = await hold(trx, former, found.owner_id);
        const [you] = held.people;
        const hour = Math.floor(clock.now().getTime() / 3_600_000);
        if (you) await letters.again(trx, held, you, hour);
      });
      return { path: null };
    },
  };
}

export type Beginning = ReturnType<typeof createBeginning>;
