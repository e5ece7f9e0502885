import { hours } from '#base/clock.ts';
import { newId } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { Doc } from '#features/documents/server/public.ts';
import type { Room } from '#features/plans/server/public.ts';
import type { Platform } from '#platform/server/platform.ts';
import type * as z from 'zod/mini';
import type { commentBody } from '../rules/comment-contract.ts';
import { most } from '../rules/contract.ts';
import { hasActed } from '../rules/flow.ts';
import { blockAt, takesWords, withWords, wordsOf } from '../rules/places.ts';
import { standingsIn } from '../rules/standing.ts';
import type { Acting } from './acting.ts';
import { type Changing, othersRoom } from './changing.ts';
import { append, type Comment, docOf, saidBy, type Held, hold, type Person, setAgreement } from './ledger.ts';
import type { Letters } from './letters.ts';
import type { Links } from './links.ts';
import { answersOf } from './answers.ts';
import type { MakeOf } from './sending.ts';
import type { AgreementTables } from './tables.ts';

type Typed = z.output<typeof commentBody>;
type Outcome = NonNullable<Comment['outcome']>;

const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim();

/** What both sides say about the text, and what becomes of it. */
export function createTalking(
  platform: Platform,
  parts: {
    links: Links;
    letters: Letters;
    acting: Acting;
    changing: Changing;
    within: Room['within'];
    madeOf: MakeOf;
  },
) {
  const { db, clock } = platform;
  const { links, letters, acting, changing, within, madeOf } = parts;

  async function say(trx: AnyTransaction, it: Held, you: Person | null, typed: Typed): Promise<void> {
    const { agreement } = it;
    if (acting.stateNow(agreement) !== 'out')
      throw new Problem('conflict', 'This agreement has ended. Write to the other side by email instead.');
    const [text, words] = [clean(typed.text), typed.words === undefined ? null : clean(typed.words)];
    if (text === '' && (words === null || words === ''))
      throw new Problem('bad_request', 'Write something first.');
    const tables = tablesOf<AgreementTables>(trx);
    const { count } = await tables
      .selectFrom('agreement_comment')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('owner_id', '=', agreement.owner_id)
      .where('agreement_id', '=', agreement.id)
      .executeTakeFirstOrThrow();
    if (count >= most.comments)
      throw new Problem('conflict', 'This agreement has too many comments. Settle the rest by email.');
    const block = blockAt(await docOf(trx, agreement, typed.version), typed.place);
    if (typed.place !== '' && !block)
      throw new Problem('bad_request', 'The part this is about isn’t in this version. Reload the page.');
    const answer =
      typed.field === undefined
        ? null
        : answersOf(madeOf, agreement).find(({ field }) => field === typed.field);
    if (answer === undefined || (answer && !words))
      throw new Problem('bad_request', 'There is no such answer in this text. Comment on it instead.');
    if (words !== null && !answer && !takesWords(block))
      throw new Problem(
        'bad_request',
        'Other words can be proposed for a paragraph. Comment on this part instead.',
      );
    const author = you ? saidBy(agreement, you) : agreement.sender.name;
    const quote = (answer?.text ?? (block ? wordsOf(block) : '')).slice(0, most.words);
    const added = await tables
      .insertInto('agreement_comment')
      .values({
        owner_id: agreement.owner_id,
        agreement_id: agreement.id,
        id: newId('comment'),
        key: typed.key,
        version: typed.version,
        place: typed.place,
        quote,
        person: you?.n ?? null,
        author,
        text,
        words,
        field: answer?.field ?? null,
        label: answer?.label ?? null,
        at: clock.now(),
      })
      .onConflict((same) => same.columns(['owner_id', 'agreement_id', 'key']).doNothing())
      .returning('id')
      .executeTakeFirst();
    // Sent again because the answer got lost.
    if (!added) return;
    const size = Buffer.byteLength(text + quote + (words ?? ''));
    await setAgreement(trx, it, { bytes: agreement.bytes + size });
    await append(trx, it, clock.now(), [
      {
        kind: words === null ? 'commented' : 'proposed',
        ...(you && { person: you.n }),
        data: { id: added.id, version: String(typed.version), place: typed.place },
      },
    ]);
    if (you)
      await letters.told(
        trx,
        it,
        `comment:${added.id}`,
        `${author} ${words === null ? 'commented on' : 'proposes a change to'} “${agreement.title}”`,
      );
    else await tellTalkers(trx, it);
  }

  /** Whoever has written something hears that the sender has answered. */
  async function tellTalkers(trx: AnyTransaction, it: Held): Promise<void> {
    const { owner_id, id } = it.agreement;
    const rows = await tablesOf<AgreementTables>(trx)
      .selectFrom('agreement_comment')
      .select('person')
      .distinct()
      .where('owner_id', '=', owner_id)
      .where('agreement_id', '=', id)
      .where('person', 'is not', null)
      .execute();
    const hour = Math.floor(clock.now().getTime() / hours(1));
    for (const { person } of rows) {
      const talker = it.people.find(({ n }) => n === person);
      if (talker && !hasActed(talker)) await letters.answered(trx, it, talker, hour);
    }
  }

  /** The sender's word on a comment. A proposal that is taken makes a new version, which everybody signs anew. */
  async function settle(uid: string, id: string, comment: string, outcome: Outcome): Promise<void> {
    const read = await db.transaction<AgreementTables, (Comment & { of: Doc }) | null>(async (trx) => {
      const it = await hold(trx, id, uid);
      const row = await commentOf(trx, it, comment);
      if (row.outcome !== null) return null;
      if (acting.stateNow(it.agreement) !== 'out')
        throw new Problem('conflict', 'This agreement has ended, so its text can’t be changed.');
      if (outcome === 'taken' && row.label !== null)
        throw new Problem(
          'conflict',
          'Change the answer in the document, then send the new version: that accepts it.',
        );
      if (outcome === 'taken' && row.words !== null)
        return { ...row, of: await docOf(trx, it.agreement, row.version) };
      await close(trx, it, row, outcome);
      if (row.words !== null)
        await append(trx, it, clock.now(), [{ kind: 'proposal refused', data: { id: row.id } }]);
      await tellTalkers(trx, it);
      return null;
    });
    if (!read) return;

    await changing.change(uid, uid, id, {
      edit(doc) {
        const { place } = standingsIn(read.of, doc)(read.place);
        const stood = blockAt(doc, place);
        const edited = withWords(doc, place, read.words ?? '');
        if (!edited || !stood || wordsOf(stood) !== read.quote)
          throw new Problem(
            'conflict',
            'This paragraph has changed since the proposal. Answer it with a comment instead.',
          );
        return edited;
      },
      async prepare(trx, it) {
        const row = await commentOf(trx, it, comment);
        if (row.outcome !== null) return null;
        await close(trx, it, row, 'taken');
        await append(trx, it, clock.now(), [{ kind: 'proposal taken', data: { id: row.id } }]);
        return `Proposed by ${row.author}: “${shortened(row.quote)}” is now “${shortened(row.words ?? '')}”`;
      },
    });
  }

  async function commentOf(trx: AnyTransaction, { agreement }: Held, comment: string): Promise<Comment> {
    const row = await tablesOf<AgreementTables>(trx)
      .selectFrom('agreement_comment')
      .selectAll()
      .where('owner_id', '=', agreement.owner_id)
      .where('agreement_id', '=', agreement.id)
      .where('id', '=', comment)
      .executeTakeFirst();
    if (!row) throw new Problem('not_found', 'There is no such comment.');
    return row;
  }

  const close = (trx: AnyTransaction, { agreement }: Held, { id }: Comment, outcome: Outcome) =>
    tablesOf<AgreementTables>(trx)
      .updateTable('agreement_comment')
      .set({ outcome })
      .where('owner_id', '=', agreement.owner_id)
      .where('agreement_id', '=', agreement.id)
      .where('id', '=', id)
      .execute();

  return {
    settle,
    bySender: (uid: string, id: string, typed: Typed) =>
      db.transaction<AgreementTables, void>((trx) =>
        within(trx, uid, async () => say(trx, await hold(trx, id, uid), null, typed)),
      ),
    byLink: (token: string, typed: Typed) =>
      db
        .transaction<AgreementTables, void>(async (trx) => {
          // Room before the agreement, as everywhere: two who wait for each other would wait for good.
          const { agreement } = await links.follow(trx, token);
          await within(trx, agreement.owner_id, async () => {
            const it = await links.hold(trx, token);
            await say(trx, it, it.you, typed);
          });
        })
        .catch((thrown: unknown) => {
          throw othersRoom(thrown);
        }),
  };
}

const shortened = (text: string): string => (text.length <= 160 ? text : `${text.slice(0, 157)}...`);

export type Talking = ReturnType<typeof createTalking>;
