import { sql } from 'kysely';
import { mayReachOthers } from '#features/accounts/server/public.ts';
import { type Standing, standings } from '#features/consent/server/public.ts';
import type { LetterBlock } from '#features/letters/rules/letter.ts';
import type { Plans } from '#features/plans/server/public.ts';
import { createDress, type Dress, ensureOwner, lastMailed } from '#features/recovery/server/public.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import { roomInMailboxes } from '#platform/server/mail/bounds.ts';
import type { MailMessage } from '#platform/server/mail/message.ts';
import { asJsonb } from '#platform/server/outbox/tables.ts';
import type { Platform } from '#platform/server/platform.ts';
import { textsLeft } from '#platform/server/texts/bounds.ts';
import { sendsTexts } from '#platform/server/texts/feature.ts';
import type { Webhooks } from '#platform/server/webhooks/webhooks.ts';
import type { TextsOff } from '../rules/texting.ts';
import { type Program, programOf } from '../rules/walk.ts';
import { hubOwner, listPurpose } from './owner.ts';
import { type Reach, reachOf } from './reach.ts';
import { readSequence } from './sequences.ts';
import type { Split } from './splits.ts';
import { lookAtTexts, type Texting, textsOff } from './texts-look.ts';
import type { ContactRow, RunRow, SequenceRow } from './tables.ts';

/** What the engine has to know of the runs that are due, asked once for all of them. */

export interface EngineParts extends Pick<
  Platform,
  'db' | 'clock' | 'mail' | 'origin' | 'site' | 'config' | 'log' | 'secret' | 'outbox'
> {
  plans: Plans;
  webhooks: Webhooks;
}

type PersonOf = Pick<
  ContactRow,
  'email' | 'email_key' | 'name' | 'phone' | 'time_zone' | 'fields' | 'tags' | 'bought_at' | 'source'
>;
export type Due = RunRow & { has_clicked: boolean };
export type DueRow = Due & PersonOf;

/** What a batch knows of a member, asked once. */
export interface Owner {
  dress: Dress;
  hasSender: boolean;
  mayReach: boolean;
  reach: Reach;
  sender: { timeZone: string; quietFrom: number; quietTo: number; capHours: number };
  webhook: { url: string; secret: string } | null;
  texts: { off: TextsOff; left: number; perMonth: number };
}

export interface Known {
  sequence: SequenceRow;
  program: Program;
  letters: Map<string, LetterBlock[]>;
  /** By step: the tests of two wordings. */
  splits: Readonly<Record<string, Split>>;
}

export interface Batch {
  rows: DueRow[];
  now: Date;
  owners: Map<string, Owner>;
  sequences: Map<string, Known>;
  standing(row: DueRow): Standing;
  mailedAt(row: DueRow): Date | null;
  /** A mailbox gets only so many emails of this kind in a while, from whomever. */
  mailboxes: Awaited<ReturnType<typeof roomInMailboxes>>;
  /** Who is written to in this batch already. */
  written: Set<string>;
  /** As this batch leaves them; two sequences may both change them. */
  tags: Map<string, Set<string>>;
  mails: MailMessage[];
  texting: Texting;
}

/** One look at people, members, sequences, consent and mailboxes. */
export function createLook(parts: EngineParts) {
  const { clock, plans, config } = parts;
  const dressFor = createDress(parts);

  async function look(trx: AnyTransaction, runs: readonly Due[], now: Date): Promise<Batch> {
    const rows = await withPeople(trx, runs);
    const owners = new Map<string, Owner>();
    for (const ownerId of new Set(rows.map(({ owner_id }) => owner_id)))
      owners.set(ownerId, await ownerOf(trx, ownerId));
    const wanted = [...new Set(rows.map(({ owner_id, sequence_id }) => `${owner_id} ${sequence_id}`))];
    // In one look, so that a save between doesn't give one test's words to the next one.
    const { rows: found } = await sql<SequenceRow & { splits: Record<string, Split> }>`
      select s.*, (select coalesce(jsonb_object_agg(t.step_id, to_jsonb(t)), '{}') from followup_split t
        where t.owner_id = s.owner_id and t.sequence_id = s.id) as splits
      from followup_sequence s where owner_id || ' ' || id = any(${wanted})
        and owner_id = any(${[...owners.keys()]})`.execute(trx);
    const sequences = new Map(
      found
        .map(readSequence)
        .map(({ splits, ...sequence }): [string, Known] => [
          `${sequence.owner_id} ${sequence.id}`,
          { sequence, program: programOf(sequence.body.steps), letters: new Map(), splits },
        ]),
    );
    const asked = (row: DueRow) => ({ addressKey: row.email_key, purpose: listPurpose(row.owner_id) });
    const standing = await standings(trx, rows.map(asked));
    const mailboxes = await roomInMailboxes(
      trx,
      'followup',
      rows.map(({ email }) => email),
      now,
    );
    const mailed = await lastMailed(
      trx,
      rows.map(({ owner_id, email_key }) => ({ owner_id, email_key })),
    );
    return {
      now,
      rows,
      owners,
      sequences,
      standing: (row) => standing(asked(row)),
      mailedAt: mailed,
      mailboxes,
      written: new Set(),
      tags: new Map(),
      mails: [],
      texting: await lookAtTexts(parts, trx, rows, now),
    };
  }

  /** Each person once, however many of their sequences are due. */
  async function withPeople(trx: AnyTransaction, runs: readonly Due[]): Promise<DueRow[]> {
    const asked = runs.map(({ owner_id, contact_id }) => ({ owner_id, contact_id }));
    const { rows: people } = await sql<PersonOf & { owner_id: string; contact_id: string }>`
      select c.owner_id, c.id as contact_id, c.email, c.email_key, c.name, c.phone, c.time_zone, c.fields, c.tags, c.bought_at, c.source
      from contact c
      join (select distinct owner_id, contact_id
        from jsonb_to_recordset(${asJsonb(asked)}) as n (owner_id text, contact_id text)) n
      on n.owner_id = c.owner_id and n.contact_id = c.id`.execute(trx);
    const known = new Map(people.map((person) => [keyOf(person), person]));
    return runs.flatMap((run) => {
      const person = known.get(keyOf(run));
      return person ? { ...person, ...run } : [];
    });
  }

  async function ownerOf(trx: AnyTransaction, ownerId: string): Promise<Owner> {
    const owner = await ensureOwner(trx, ownerId, clock.now());
    const dress = await dressFor(trx, owner);
    const { timeZone, quietFrom, quietTo, capHours, webhookUrl } = owner.delivery;
    const { textsPerMonth: perMonth } = config;
    // Asked where it makes a difference: this is gone through for every batch.
    const isMultiChannel =
      (webhookUrl !== '' || sendsTexts(config)) && (await plans.gate(trx, ownerId, 'multiChannel')).allowed;
    const off = textsOff(config, isMultiChannel);
    return {
      dress,
      hasSender: dress.shop !== '' && dress.address.trim() !== '',
      mayReach: ownerId === hubOwner || (await mayReachOthers(parts, trx, ownerId)),
      // Here nobody is reached who isn't meant: mail stays on this machine.
      reach:
        ownerId === hubOwner || !config.live || config.followupFirstDay === 0
          ? { coldLeft: Infinity, paused: null }
          : await reachOf(trx, ownerId, { now: clock.now(), firstDay: config.followupFirstDay }),
      sender: { timeZone, quietFrom, quietTo, capHours },
      webhook: webhookUrl !== '' && isMultiChannel ? { url: webhookUrl, secret: owner.secret } : null,
      texts: {
        off,
        left: off === '' ? await textsLeft(trx, ownerId, perMonth, clock.now()) : 0,
        perMonth,
      },
    };
  }

  return look;
}

export const keyOf = ({ owner_id, contact_id }: { owner_id: string; contact_id: string }): string =>
  `${owner_id} ${contact_id}`;
