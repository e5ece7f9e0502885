import * as z from 'zod/mini';
import type { Doc, SheetOptions } from '#features/documents/server/public.ts';
import { tablesOf } from '#platform/server/database/database.ts';
import type { OutboxHandler } from '#platform/server/outbox/outbox.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ChainedEvent } from '../rules/events.ts';
import { sealChannel } from './acting.ts';
import { append, eventsOf, hold, type Person, peopleOf, setAgreement, setPerson, sha256 } from './ledger.ts';
import type { Dues } from './due/dues.ts';
import type { Letters } from './letters.ts';
import type { AgreementTables } from './tables.ts';

/** All that the finished file is made of. */
export interface Finished {
  id: string;
  title: string;
  doc: Doc;
  options: SheetOptions;
  /** The file that everybody saw and signed, byte for byte. */
  shown: { bytes: Uint8Array; sha256: string };
  version: number;
  people: (Pick<
    Person,
    'n' | 'name' | 'email' | 'role' | 'party' | 'state' | 'at' | 'signature' | 'initials' | 'proof'
  > & {
    signedName: string;
    network: string;
  })[];
  events: ChainedEvent[];
  answers: Record<string, unknown> | null;
  hub: { name: string; origin: string };
  sealedAt: Date;
}

export type Finish = (finished: Finished) => Promise<Uint8Array>;

const payload = z.object({ id: z.string(), owner: z.string() });

/**
 * Seals what everybody has signed. The file is made outside of a transaction; the first one that is kept counts, so a
 * hub that dies at any step finishes it once: the bytes that were mailed about are the bytes that stay.
 */
export function sealHandler(
  { db, clock, site, origin, log }: Pick<Platform, 'db' | 'clock' | 'site' | 'origin' | 'log'>,
  { letters, dues, finish }: { letters: Letters; dues: Pick<Dues, 'fill'>; finish: Finish },
): OutboxHandler {
  async function gather(owner: string, id: string): Promise<Finished | null> {
    const tables = db.tables<AgreementTables>();
    const agreement = await tables
      .selectFrom('agreement')
      .selectAll()
      .where('owner_id', '=', owner)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!agreement || agreement.state !== 'signed' || agreement.sealed_sha256 !== null) return null;
    const version = await tables
      .selectFrom('agreement_version')
      .selectAll()
      .where('owner_id', '=', owner)
      .where('agreement_id', '=', id)
      .where('version', '=', agreement.version)
      .executeTakeFirstOrThrow();
    const file = await tables
      .selectFrom('agreement_file')
      .select('bytes')
      .where('owner_id', '=', owner)
      .where('agreement_id', '=', id)
      .where('sha256', '=', version.sha256)
      .executeTakeFirstOrThrow();
    const people = await peopleOf(tables, owner, id);
    const events = await eventsOf(tables, owner, id);
    return {
      id,
      title: agreement.title,
      doc: version.doc,
      options: agreement.options,
      shown: { bytes: file.bytes, sha256: version.sha256 },
      version: agreement.version,
      people: people.map(
        ({ n, name, email, role, party, state, at, signature, initials, proof, signed_name, network }) => ({
          n,
          name,
          email,
          role,
          party,
          state,
          at,
          signature,
          initials,
          proof,
          signedName: signed_name ?? name,
          network: network ?? '',
        }),
      ),
      events: events.map(({ seq, at, kind, person, data, hash }) => ({
        seq,
        at: at.toISOString(),
        kind,
        person,
        data,
        hash,
      })),
      answers: agreement.answers,
      hub: { name: site.words().name, origin: origin() },
      sealedAt: clock.now(),
    };
  }

  async function keep(owner: string, id: string, bytes: Uint8Array): Promise<void> {
    const hash = sha256(bytes);
    await db.transaction<AgreementTables, void>(async (trx) => {
      const held = await hold(trx, id, owner);
      if (held.agreement.sealed_sha256 !== null) return;
      const now = clock.now();
      await tablesOf<AgreementTables>(trx)
        .insertInto('agreement_file')
        .values({ owner_id: owner, agreement_id: id, sha256: hash, bytes: Buffer.from(bytes) })
        .onConflict((same) => same.doNothing())
        .execute();
      await setAgreement(trx, held, { sealed_sha256: hash, bytes: held.agreement.bytes + bytes.byteLength });
      await append(trx, held, now, [{ kind: 'sealed', data: { sha256: hash } }]);
      for (const person of held.people) {
        if (person.role === 'copy') await setPerson(trx, person, { state: 'sent', at: now });
        await letters.finished(trx, held, person);
      }
      await letters.sealed(trx, held);
    });
  }

  return {
    channel: sealChannel,
    leaseSeconds: 120,
    retrySeconds: [5, 30, 120, 600, 3600, 6 * 3600, 24 * 3600],
    afterLostLease: 'retry',
    async deliver(given) {
      const { id, owner } = payload.parse(given);
      const finished = await gather(owner, id);
      if (!finished) return { done: true };
      // A signed file waits for nothing that could fail here: the clock tries again.
      await dues.fill(id).catch((cause: unknown) => {
        log.error('Couldn’t work out the days of a signed agreement', {
          agreement: id,
          error: String(cause),
        });
      });
      try {
        await keep(owner, id, await finish(finished));
        return { done: true };
      } catch (cause) {
        log.error('Couldn’t seal a signed agreement', { agreement: id, error: String(cause) });
        return { done: false, error: String(cause), retry: true };
      }
    },
  };
}
