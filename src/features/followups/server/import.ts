import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { mailAddressKey } from '#base/mail-address.ts';
import { newId } from '#base/id.ts';
import { mobileCountry, type TextCountries, whyNotTexted } from '#base/mobile-number.ts';
import { type Consent, reportTexts } from '#features/consent/server/public.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import { asJsonb } from '#platform/server/outbox/tables.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ImportAnswer, ImportBody } from '../rules/contract.ts';
import { peopleLines, type PersonLine } from '../rules/people-csv.ts';
import { listPurpose } from './owner.ts';
import type { Parts } from './routes.ts';
import { refuseTooManyPeople } from './people-acts.ts';

const linesAtOnce = 1000;
const linesInTurn = 500;
const mostReports = 1000;

/** Some lines a transaction: what was taken stays, whatever comes after it. Imported people start no sequence by their tags. */
export async function importPeople(
  { db, clock, config, within }: Pick<Platform, 'db' | 'clock' | 'config'> & Pick<Parts, 'within'>,
  consent: Pick<Consent, 'report'>,
  ownerId: string,
  { csv, proof, textProof, tag }: z.output<typeof ImportBody>,
): Promise<z.output<typeof ImportAnswer>> {
  const answer: z.output<typeof ImportAnswer> = { added: 0, updated: 0, refused: 0, reports: [] };
  let people = new Map<string, PersonLine>();
  const take = async () => {
    if (people.size === 0) return;
    const batch = [...people.values()];
    people = new Map();
    const { added } = await db.transaction((trx) =>
      within(trx, ownerId, () => keep(trx, consent, ownerId, batch, { proof, textProof }, clock.now())),
    );
    answer.added += added;
    answer.updated += batch.length - added;
  };
  let read = 0;
  for (const line of peopleLines(csv)) {
    const found = line && 'email' in line ? textable(line, config.textsTo) : line;
    read += 1;
    if (read % linesInTurn === 0) await setImmediate();
    if (found === null) continue;
    if ('words' in found) {
      answer.refused += 1;
      if (answer.reports.length < mostReports) answer.reports.push(found);
      continue;
    }
    if (found.note !== undefined && answer.reports.length < mostReports)
      answer.reports.push({ line: found.line, words: found.note });
    // Of two lines for one address the later counts.
    people.set(mailAddressKey(found.email), {
      ...found,
      tags: tag === '' ? found.tags : [...new Set([...found.tags, tag])],
    });
    if (people.size === linesAtOnce) await take();
  }
  await take();
  return answer;
}

/** What is no mobile number stays a field, as any other cell; a country that isn’t texted today may be tomorrow. */
function textable(person: PersonLine, countries: TextCountries): PersonLine {
  const { phone, fields } = person;
  if (phone === '') return person;
  if (mobileCountry(phone) === null)
    return {
      ...person,
      phone: '',
      fields: Object.keys(fields).length < 50 ? { ...fields, phone } : fields,
      note: `${phone} can’t get text messages here: it isn’t a mobile number. It was kept as a field.`,
    };
  const refused = whyNotTexted(phone, countries);
  return refused === null
    ? person
    : { ...person, note: `${phone} was kept, and gets no text message: ${refused}.` };
}

async function keep(
  trx: AnyTransaction,
  consent: Pick<Consent, 'report'>,
  ownerId: string,
  people: PersonLine[],
  { proof, textProof }: { proof: string; textProof: string },
  now: Date,
): Promise<{ added: number }> {
  await refuseTooManyPeople(trx, ownerId, people.length);
  const rows = people.map(({ email, name, phone, tags, timeZone, fields }) => ({
    id: newId('person'),
    email_key: mailAddressKey(email),
    email,
    name,
    phone,
    tags,
    time_zone: timeZone,
    fields,
  }));
  // What the file doesn't say stays as it was.
  const { rows: kept } = await sql<{ is_new: boolean }>`
    insert into contact (owner_id, id, email_key, email, name, phone, time_zone, fields, tags, source, created_at)
    select ${ownerId}, id, email_key, email, name, phone, time_zone, fields, array(select jsonb_array_elements_text(n.tags)),
      'CSV file', ${now}::timestamptz
    from jsonb_to_recordset(${asJsonb(rows)}) as n (id text, email_key text, email text, name text, phone text, time_zone text,
      fields jsonb, tags jsonb)
    order by email_key
    on conflict (owner_id, email_key) do update set
      name = coalesce(nullif(excluded.name, ''), contact.name),
      phone = coalesce(nullif(excluded.phone, ''), contact.phone),
      time_zone = coalesce(nullif(excluded.time_zone, ''), contact.time_zone),
      fields = contact.fields || excluded.fields,
      tags = (array(select distinct unnest(contact.tags || excluded.tags)))[1:50]
    returning xmax = 0 as is_new`.execute(trx);
  const of = (isOut: boolean) => people.filter((person) => person.isOut === isOut).map(({ email }) => email);
  await consent.report(trx, of(true), {
    purpose: listPurpose(ownerId),
    consentText: proof || 'Unsubscribed, as the file says',
    source: 'CSV file',
    isOver: true,
  });
  if (proof !== '')
    await consent.report(trx, of(false), {
      purpose: listPurpose(ownerId),
      consentText: proof,
      source: 'CSV file',
    });
  const numbers = (isOut: boolean) =>
    people.filter((person) => person.phone !== '' && person.isTextOut === isOut).map(({ phone }) => phone);
  const told = { ownerId, source: 'CSV file', now };
  await reportTexts(trx, numbers(true), {
    ...told,
    consentText: textProof || 'No more text messages, as the file says',
    isOver: true,
  });
  if (textProof !== '') await reportTexts(trx, numbers(false), { ...told, consentText: textProof });
  return { added: kept.filter(({ is_new }) => is_new).length };
}
