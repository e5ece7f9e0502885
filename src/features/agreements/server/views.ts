import { maskedMailAddress } from '#base/mail-address.ts';
import { type AnyKysely, tablesOf } from '#platform/server/database/database.ts';
import {
  type AgreementDetail,
  type AgreementHead,
  type AgreementPerson,
  type SignatureInput,
  type SigningView,
} from '../rules/contract.ts';
import { firstBroken } from '../rules/events.ts';
import { whoseTurn, whyNot } from '../rules/flow.ts';
import { type Agreement, docOf, eventsOf, type Held, type Person, sha256 } from './ledger.ts';
import type { VersionText } from '../rules/revise-contract.ts';
import { initialPlaces } from '../rules/initials.ts';
import { relativesOf } from './following.ts';
import { blanksOf } from '../rules/places.ts';
import { dayOf, type DueDay, nextOf } from '../rules/due.ts';
import { duesOf } from './due/reading.ts';
import { legalWords } from '../rules/legal.ts';
import type { AgreementTables } from './tables.ts';
import { standingsOf } from './standings.ts';

export interface Seeing {
  /** Whose address is theirs: the sender's own, or the one asked. */
  emailKey: string;
  isSender: boolean;
  /** What is due next in it. */
  due?: DueDay | null | undefined;
  /** The path of somebody's own signing page. */
  pathOf(person: Person): string;
  now: Date;
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

const stateNow = ({ state, expires_at }: Pick<Agreement, 'state' | 'expires_at'>, now: Date) =>
  state === 'out' && expires_at <= now ? 'expired' : state;

export function headOf(
  { agreement, people }: Held,
  { emailKey, isSender, pathOf, now, due = null }: Seeing,
): AgreementHead {
  const state = stateNow(agreement, now);
  const turn = state === 'out' ? whoseTurn(people) : [];
  const you = people.find(({ email_key }) => email_key === emailKey);
  return {
    id: agreement.id,
    title: agreement.title,
    state,
    isSealed: agreement.sealed_sha256 !== null,
    sentAt: agreement.sent_at.toISOString(),
    expiresAt: agreement.expires_at.toISOString(),
    endedAt: iso(agreement.ended_at),
    waitingFor: turn.map(({ name }) => name),
    waitsForYou: you !== undefined && turn.includes(you),
    people: people.map(({ name, role, state: own }) => ({ name, role, state: own })),
    unread: isSender ? agreement.last_seq - agreement.read_seq : 0,
    link: you ? pathOf(you) : null,
    due: due && { day: due.day, kind: due.kind, words: due.words },
    isSender,
  };
}

const personOf = (
  person: Person,
  emailKey: string,
  isSender: boolean,
  bounced: ReadonlySet<number>,
): AgreementPerson => ({
  n: person.n,
  name: person.name,
  email: isSender || person.email_key === emailKey ? person.email : maskedMailAddress(person.email),
  role: person.role,
  turn: person.turn,
  party: person.party,
  state: person.state,
  at: iso(person.at),
  bounced: isSender && bounced.has(person.n),
  reason: isSender ? person.reason : '',
  isYou: person.email_key === emailKey,
});

/** Whose newest email didn't arrive: the outbox knows. */
async function bouncedOf(db: AnyKysely, { agreement, people }: Held): Promise<Set<number>> {
  const keys = people.map((person) => ({
    n: person.n,
    key: `agreement:${agreement.id}:asked:${agreement.version}:${person.n}:${person.rev}`,
  }));
  const failed = await tablesOf<{ outbound_message: { dedupe_key: string; state: string; channel: string } }>(
    db,
  )
    .selectFrom('outbound_message')
    .select('dedupe_key')
    .where('channel', '=', 'mail')
    .where('state', '=', 'failed')
    .where(
      'dedupe_key',
      'in',
      keys.map(({ key }) => key),
    )
    .execute();
  const gone = new Set(failed.map(({ dedupe_key }) => dedupe_key));
  return new Set(keys.filter(({ key }) => gone.has(key)).map(({ n }) => n));
}

async function partsOf(db: AnyKysely, held: Held, seeing: Seeing) {
  const { agreement, people } = held;
  const { isSender } = seeing;
  const tables = tablesOf<AgreementTables>(db);
  const versions = await tables
    .selectFrom('agreement_version')
    .select(['version', 'at', 'sha256', 'pages', 'words'])
    .where('owner_id', '=', agreement.owner_id)
    .where('agreement_id', '=', agreement.id)
    .orderBy('version')
    .execute();
  const { doc } = await tables
    .selectFrom('agreement_version')
    .select('doc')
    .where('owner_id', '=', agreement.owner_id)
    .where('agreement_id', '=', agreement.id)
    .where('version', '=', agreement.version)
    .executeTakeFirstOrThrow();
  const comments = await tables
    .selectFrom('agreement_comment')
    .selectAll()
    .where('owner_id', '=', agreement.owner_id)
    .where('agreement_id', '=', agreement.id)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const standings = await standingsOf(db, agreement, doc, comments);
  const dues = agreement.state === 'signed' ? await duesOf(db, agreement, isSender) : [];
  const next = nextOf(
    dues.filter(({ isGone }) => !isGone),
    dayOf(seeing.now),
  );
  const bounced = isSender ? await bouncedOf(db, held) : new Set<number>();
  return {
    agreement: headOf(held, { ...seeing, due: next }),
    dues,
    message: agreement.message,
    sender: agreement.sender,
    people: people.map((person) => personOf(person, seeing.emailKey, isSender, bounced)),
    versions: versions.map(({ at, ...version }) => ({ ...version, at: at.toISOString() })),
    doc: { title: doc.title, language: doc.language, blocks: doc.blocks },
    comments: comments.map(
      ({ id, version, place, quote, person, author, text, words, label, outcome, at }) => ({
        id,
        version,
        place,
        quote,
        standing: standings.get(id) ?? { place: '', is: 'gone' as const, called: '' },
        person,
        author,
        text,
        words,
        label,
        outcome,
        at: at.toISOString(),
      }),
    ),
  };
}

/** A version as both sides compare it with another. */
export async function textOf(db: AnyKysely, agreement: Agreement, version: number): Promise<VersionText> {
  const { title, language, blocks } = await docOf(db, agreement, version);
  return { doc: { title, language, blocks } };
}

export async function detailOf(db: AnyKysely, held: Held, seeing: Seeing): Promise<AgreementDetail> {
  const { agreement } = held;
  const lines = await eventsOf(db, agreement.owner_id, agreement.id);
  const events = lines.map(({ seq, at, kind, person, data, hash }) => ({
    seq,
    at: at.toISOString(),
    kind,
    person,
    data,
    hash,
  }));
  const isWhole = events.length === agreement.last_seq && (events.at(-1)?.hash ?? '') === agreement.last_hash;
  return {
    ...(await partsOf(db, held, seeing)),
    events,
    isIntact: isWhole && (await firstBroken(events, sha256)) === null,
    dueReminders: agreement.due_reminders,
    template: agreement.template,
    slug: agreement.slug,
    answers: agreement.answers ?? {},
    ...(await relativesOf(db, agreement, (row) => stateNow(row, seeing.now))),
  };
}

export async function signingViewOf(
  db: AnyKysely,
  held: Held & { you: Person },
  {
    isSignedIn,
    saved,
    warning,
    now,
    pathOf,
  }: Pick<Seeing, 'now' | 'pathOf'> & {
    isSignedIn: boolean;
    saved: SignatureInput | null;
    warning: string;
  },
): Promise<SigningView> {
  const { you, agreement, people } = held;
  const why = whyNot(stateNow(agreement, now), people, you.n);
  const parts = await partsOf(db, held, { emailKey: you.email_key, isSender: false, pathOf, now });
  const own = parts.people.find(({ n }) => n === you.n);
  if (!own) throw new Error('A person of an agreement is among its people');
  return {
    ...parts,
    people: parts.people.map((person) => ({ ...person, isYou: person.n === you.n })),
    you: { ...own, isYou: true },
    blanks: blanksOf(parts.doc),
    seenVersion: held.you.seen_version,
    initials: you.role === 'signs' ? initialPlaces(parts.doc.blocks, you.party) : [],
    canAct: why === '',
    why,
    needsCode: !isSignedIn,
    saved,
    forwarding: agreement.forwarding,
    legal: legalWords(warning),
  };
}
