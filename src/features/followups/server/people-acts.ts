import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { mailAddressKey, parseMailAddress } from '#base/mail-address.ts';
import { newId } from '#base/id.ts';
import { mobileCountry, noMobileWords } from '#base/mobile-number.ts';
import { Problem } from '#base/problem.ts';
import {
  type Consent,
  giveTexts,
  notOnlyErased,
  reportTexts,
  withdrawTexts,
} from '#features/consent/server/public.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ChangePersonBody, PersonBody } from '../rules/contract.ts';
import type { PhoneBody } from '../rules/phone.ts';
import { mostFields, mostTags } from '../rules/person-shape.ts';
import { mergePerson } from '../rules/person-merge.ts';
import { listPurpose } from './owner.ts';
import { contactOf } from './people.ts';
import { sequencesOn, startRuns } from './runs.ts';
import type { FollowupTables } from './tables.ts';

/** What a member changes about the people in their list. */

const mostPeople = 1_000_000;

export async function refuseTooManyPeople(db: AnyKysely, ownerId: string, more: number): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from contact where owner_id = ${ownerId} limit ${mostPeople + 1}) c`.execute(
    db,
  );
  if ((rows[0]?.n ?? 0) + more > mostPeople)
    throw new Problem('bad_request', 'Your list can have up to 1,000,000 people.');
}

/** By hand. What they agreed to is kept in the words of whoever added them; without any they get no mail. */
export async function addPerson(
  trx: AnyTransaction,
  consent: Pick<Consent, 'report'>,
  ownerId: string,
  { email, proof, ...body }: PersonBody & { email: string; proof: string },
  now: Date,
): Promise<string> {
  const address = parseMailAddress(email) ?? email;
  await refuseTooManyPeople(trx, ownerId, 1);
  const made = await tablesOf<FollowupTables>(trx)
    .insertInto('contact')
    .values({
      owner_id: ownerId,
      id: newId('person'),
      email_key: mailAddressKey(address),
      email: address,
      name: body.name,
      time_zone: body.timeZone,
      fields: JSON.stringify(body.fields),
      tags: body.tags,
      source: 'added by you',
      created_at: now,
      bought_at: null,
      orders: 0,
    })
    .onConflict((known) => known.columns(['owner_id', 'email_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made)
    throw new Problem('conflict', 'This person is in your list already. Search for their address.', {
      fields: { email: 'This person is in your list already.' },
    });
  if (proof !== '')
    await consent.report(trx, [address], {
      purpose: listPurpose(ownerId),
      consentText: proof,
      source: 'added by hand',
    });
  await startByNewTags(trx, ownerId, made.id, body.tags, now);
  return made.id;
}

export async function changePerson(
  trx: AnyTransaction,
  ownerId: string,
  id: string,
  { was, ...given }: z.output<typeof ChangePersonBody>,
  now: Date,
): Promise<void> {
  const before = await contactOf(trx, ownerId, id, { isHeld: true });
  const { name, tags, fields, timeZone } = was
    ? mergePerson({ ...before, timeZone: before.time_zone }, was, given)
    : given;
  if (new Set(tags).size > mostTags)
    throw new Problem('bad_request', `A person can have up to ${mostTags} tags.`);
  if (Object.keys(fields).length > mostFields)
    throw new Problem('bad_request', `A person can have up to ${mostFields} fields.`);
  await tablesOf<FollowupTables>(trx)
    .updateTable('contact')
    .set({ name, tags: [...new Set(tags)], fields: JSON.stringify(fields), time_zone: timeZone })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
  await startByNewTags(
    trx,
    ownerId,
    id,
    tags.filter((tag) => !before.tags.includes(tag)),
    now,
  );
}

async function startByNewTags(
  trx: AnyTransaction,
  ownerId: string,
  contactId: string,
  tags: readonly string[],
  now: Date,
): Promise<void> {
  if (tags.length === 0) return;
  const sequences = await sequencesOn(trx, ownerId, 'tag');
  await startRuns(
    trx,
    sequences.flatMap((sequence) => {
      const { trigger } = sequence.body;
      return trigger.on === 'tag' && tags.includes(trigger.tag)
        ? { sequence, contactId, cause: `tag:${trigger.tag}:${now.getTime()}`, depth: 0 }
        : [];
    }),
    now,
  );
}

/** By hand: their number, and what they said about text messages there. Another number is another consent. */
export async function setPhone(
  platform: Pick<Platform, 'secret'>,
  trx: AnyTransaction,
  ownerId: string,
  id: string,
  { phone, proof, isOver }: z.output<typeof PhoneBody>,
  now: Date,
): Promise<void> {
  const { phone: before } = await contactOf(trx, ownerId, id, { isHeld: true });
  // What was there before such numbers were refused may stay, and they may take back what they agreed to there.
  if (phone !== before || (!isOver && proof !== '')) refuseNoMobile(phone);
  await keepPhone(trx, ownerId, id, phone);
  if (phone === '') {
    if (proof !== '')
      throw new Problem('bad_request', 'Enter the number that they agreed to be texted at.', {
        fields: { phone: 'Enter the number that they agreed to be texted at.' },
      });
    return;
  }
  if (isOver) await withdrawTexts(trx, { ownerId, number: phone }, now);
  else if (proof !== '')
    await giveTexts(platform, trx, phone, { ownerId, consentText: proof, source: 'added by hand', now });
}

/** By a program: it never undoes what was taken back. */
export async function phoneReported(
  platform: Pick<Platform, 'secret'>,
  trx: AnyTransaction,
  { ownerId, id, email }: { ownerId: string; id: string; email: string },
  { phone, textProof }: { phone: string; textProof: string },
  now: Date,
): Promise<void> {
  refuseNoMobile(phone);
  await keepPhone(trx, ownerId, id, phone);
  if (textProof === '') return;
  await notOnlyErased(platform, trx, { ownerId, number: phone }, email);
  await reportTexts(trx, [phone], { ownerId, consentText: textProof, source: 'your program', now });
}

/** What costs a fortune, or rings nowhere, gets into no list. */
function refuseNoMobile(phone: string): void {
  if (phone !== '' && mobileCountry(phone) === null)
    throw new Problem('bad_request', noMobileWords, { fields: { phone: noMobileWords } });
}

async function keepPhone(trx: AnyTransaction, ownerId: string, id: string, phone: string): Promise<void> {
  await tablesOf<FollowupTables>(trx)
    .updateTable('contact')
    .set({ phone })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
}
