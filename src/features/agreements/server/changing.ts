import { Problem } from '#base/problem.ts';
import type { Doc, Press } from '#features/documents/server/public.ts';
import type { Room } from '#features/plans/server/public.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import { jsonbText } from '#platform/server/outbox/tables.ts';
import type { Platform } from '#platform/server/platform.ts';
import type * as z from 'zod/mini';
import { type fillBody, most } from '../rules/contract.ts';
import { toAsk, whyNot } from '../rules/flow.ts';
import { blanksOf, filledIn } from '../rules/places.ts';
import { type Acting, hasOpened } from './acting.ts';
import { append, docOf, type Held, hold, setAgreement, setPerson } from './ledger.ts';
import type { Letters } from './letters.ts';
import type { Version } from './making.ts';
import type { Links } from './links.ts';
import type { Sending } from './sending.ts';
import type { AgreementTables } from './tables.ts';

interface Change {
  edit(doc: Doc): Doc;
  /** In the transaction that keeps the new version: its words, or null where it is no longer wanted. */
  prepare(trx: AnyTransaction, held: Held): Promise<string | null>;
  /** Who changed it, and need not be told. */
  by?: number;
}

/** A changed text is another agreement: whoever acted on the former one acts again. */
const unsigned = {
  state: 'waiting',
  at: null,
  // The code of before counts no more: the next one need not wait for it.
  code_hash: null,
  code_at: null,
  code_tries: 0,
  signed_name: null,
  initials: null,
  proof: null,
  network: null,
  signature: jsonbText(null),
} as const;

/** The room that is full is the sender's: their plan is nobody else's business, and nobody else can make way. */
export const othersRoom = (thrown: unknown): unknown =>
  thrown instanceof Problem && thrown.code === 'limit_reached'
    ? new Problem('conflict', 'The sender’s account is full, so this can’t be saved. Tell them by email.')
    : thrown;

const nothingOpen = new Problem('conflict', 'Nothing is left to fill in.');

/** How the text of an agreement changes while it is out. */
export function createChanging(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  parts: {
    press: Press;
    links: Links;
    letters: Letters;
    sending: Sending;
    acting: Acting;
    within: Room['within'];
  },
) {
  const { press, links, letters, sending, acting } = parts;

  /** From the first turn on again: who had been asked before hears of the change, the others are asked as ever. */
  async function askAnew(trx: AnyTransaction, it: Held, by: number | undefined): Promise<void> {
    const now = clock.now();
    const knew = new Set(it.people.filter(({ state }) => state !== 'waiting').map(({ n }) => n));
    for (const person of it.people) await setPerson(trx, person, unsigned);
    for (const person of toAsk(it.people)) {
      if (!knew.has(person.n)) continue;
      await setPerson(trx, person, { state: 'asked', asked_at: now, reminded: 0 });
      if (person.n !== by) await letters.changed(trx, it, person);
    }
    await sending.askNext(trx, it);
  }

  async function change(
    owner: string,
    caller: string,
    id: string,
    { edit, prepare, by }: Change,
  ): Promise<void> {
    const before = await db.transaction<AgreementTables, { held: Held; doc: Doc }>(async (trx) => {
      const held = await hold(trx, id, owner);
      return { held, doc: await docOf(trx, held.agreement, held.agreement.version) };
    });
    const edited = edit(before.doc);
    const doc = { ...edited, blanks: blanksOf(edited) };
    // Set outside of a transaction: it takes a while, and nobody waits for it.
    const printed = await press.read(caller, { from: 'doc', doc, options: before.held.agreement.options });
    await keep(owner, before.held, { ...printed, doc }, prepare, by);
  }

  /** Puts a printed text in the place of the one that was out when it was made. */
  async function keep(
    owner: string,
    { agreement: { id, version } }: Held,
    printed: Version,
    prepare: Change['prepare'],
    by?: number,
  ): Promise<void> {
    await db.transaction<AgreementTables, void>((trx) =>
      parts.within(trx, owner, async () => {
        const it = await hold(trx, id, owner);
        if (it.agreement.version !== version || acting.stateNow(it.agreement) !== 'out')
          throw new Problem('conflict', 'The agreement has changed meanwhile. Reload it, then try again.');
        const words = await prepare(trx, it);
        if (words === null) return;
        await setAgreement(trx, it, { version: it.agreement.version + 1 });
        const hash = await sending.keepVersion(trx, it, printed, words);
        await append(trx, it, clock.now(), [
          { kind: 'new version', data: { version: String(it.agreement.version), sha256: hash, words } },
        ]);
        await askAnew(trx, it, by);
      }),
    );
  }

  return {
    change,
    keep,

    /** Whoever is asked fills in what the sender left open for them. */
    async fill(caller: string, { t, version, answers }: z.output<typeof fillBody>): Promise<void> {
      const { agreement, people, you } = await links.follow(db.tables(), t);
      const why = whyNot(acting.stateNow(agreement), people, you.n);
      if (why !== '') throw new Problem('conflict', why);
      const given = Object.fromEntries(
        Object.entries(answers)
          .slice(0, most.blanks)
          .map(([field, text]) => [field, text.replaceAll('\0', '').toWellFormed()]),
      );
      let labels: string[] = [];
      const filling = change(agreement.owner_id, caller, agreement.id, {
        by: you.n,
        edit(doc) {
          const filled = filledIn(doc, given);
          const open = new Set(filled.blanks.map(({ field }) => field));
          const done = doc.blanks.filter(({ field }) => !open.has(field));
          labels = [...new Set(done.map(({ label }) => label))];
          if (labels.length === 0) throw nothingOpen;
          return filled;
        },
        async prepare(trx, it) {
          const now = it.people.find(({ n }) => n === you.n);
          if (!now || now.rev !== you.rev || !hasOpened(now))
            throw new Problem('conflict', 'Somebody else has been asked instead. Reload the page.');
          if (version !== it.agreement.version)
            throw new Problem(
              'conflict',
              'The text has changed since you opened it. Read the new version, then fill in the rest.',
            );
          await append(trx, it, clock.now(), [
            { kind: 'filled in', person: you.n, data: { blanks: labels.join('; ') } },
          ]);
          return `${now.name} filled in: ${labels.join(', ')}`.slice(0, 400);
        },
      });
      // Sent again because the answer got lost, or nothing is open anymore: nothing is set for that.
      await filling.catch((thrown: unknown) => {
        if (thrown !== nothingOpen) throw othersRoom(thrown);
      });
    },
  };
}

export type Changing = ReturnType<typeof createChanging>;
