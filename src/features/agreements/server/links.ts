import { Problem } from '#base/problem.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createSigner } from '#platform/server/signed.ts';
import { signPath } from '../rules/contract.ts';
import { type Held, hold, notThere, peopleOf, type Person } from './ledger.ts';
import type { AgreementTables } from './tables.ts';

/** Each person has a link of their own. It names the agreement, the person, and which of their links it is. */
export function createLinks({ secret }: Pick<Platform, 'secret'>) {
  const signer = createSigner(secret, 'agreement links');

  function read(token: string): { id: string; n: number; rev: number } {
    const [, id, n, rev] = /^(agr_[0-9a-z]{20}):(\d{1,3}):(\d{1,6})$/.exec(signer.read(token) ?? '') ?? [];
    if (id === undefined) throw new Problem('not_found', 'This link is incomplete. Open it from the email.');
    return { id, n: Number(n), rev: Number(rev) };
  }
  const pick = (held: Held, { n, rev }: { n: number; rev: number }): Held & { you: Person } => {
    const you = held.people.find((person) => person.n === n);
    if (!you) throw notThere();
    if (you.rev !== rev)
      throw new Problem('not_found', 'This link no longer works: the sender has changed who is asked.');
    return { ...held, you };
  };

  /** The page on which this person acts. */
  const path = ({ agreement_id, n, rev }: Pick<Person, 'agreement_id' | 'n' | 'rev'>): string =>
    `${signPath}?t=${encodeURIComponent(signer.sign(`${agreement_id}:${n}:${rev}`))}`;

  return {
    path,

    /** Who the link is for, without a lock: for reading. */
    async follow(db: AnyKysely, token: string): Promise<Held & { you: Person }> {
      const named = read(token);
      const agreement = await tablesOf<AgreementTables>(db)
        .selectFrom('agreement')
        .selectAll()
        .where('id', '=', named.id)
        .executeTakeFirst();
      if (!agreement) throw notThere();
      return pick({ agreement, people: await peopleOf(db, agreement.owner_id, agreement.id) }, named);
    },

    /** The same, held until the transaction ends: for acting. */
    async hold(trx: AnyTransaction, token: string): Promise<Held & { you: Person }> {
      const named = read(token);
      return pick(await hold(trx, named.id), named);
    },
  };
}

export type Links = ReturnType<typeof createLinks>;
