import type { Certificate } from '#features/documents/server/public.ts';
import type { ChainedEvent, EventKind } from '../../rules/events.ts';
import type { Finished } from '../finishing.ts';
import { strokesOf, utcSecond } from './signed-doc.ts';

type Person = Finished['people'][number];

const happened: Record<EventKind, string> = {
  created: 'Sent for signature',
  asked: 'Asked by email',
  seen: 'Opened the document',
  'code sent': 'A code was sent to their address',
  'code right': 'Entered the code',
  signed: 'Signed',
  approved: 'Approved',
  declined: 'Declined',
  forwarded: 'Handed it to a colleague',
  reminded: 'Reminded by email',
  bounced: 'The email bounced',
  'address changed': 'The address was changed',
  commented: 'Commented',
  proposed: 'Proposed other words',
  'proposal taken': 'The proposal was accepted',
  'proposal refused': 'The proposal was refused',
  'filled in': 'Filled in what was left open',
  'new version': 'A new version was sent',
  extended: 'The time to sign was extended',
  expired: 'The time to sign ran out',
  withdrawn: 'Withdrawn',
  completed: 'Signed by everybody',
  sealed: 'Sealed',
};

/** What the pages behind the document say of who signed it. */
export function certificateOf(finished: Finished): Certificate {
  const { id, title, shown, version, people, events, hub, sealedAt } = finished;
  const last = events.at(-1)?.hash ?? '';
  return {
    title: 'Signing certificate',
    lead: `Everybody who was asked has signed “${title}” electronically. These pages belong to the document, and one seal covers both: change a byte, and the seal is broken.`,
    facts: [
      ['Document', title],
      ['Agreement', `${id}, version ${version}`],
      ['SHA-256 of the file that was shown', shown.sha256],
      ['Sealed', `${utcSecond(sealedAt)} UTC by ${hub.name}, ${new URL(hub.origin).host}`],
      ['Check it', `${hub.origin}/verify, or any PDF reader that checks signatures`],
      [
        'Attached',
        `as-signed.pdf, the file that was shown; events.json, the log below in full${finished.answers ? '; answers.json, what it was made from' : ''}`,
      ],
    ],
    people: [...people].sort((a, b) => a.n - b.n).map(personOf),
    events: events.map((event) => eventOf(event, people)),
    chain: `Each event holds the hash of the one before it. Hash of the last one: ${last}`,
    footer: `Agreement ${id}`,
  };
}

const acts: Record<Person['role'], string> = { signs: 'Signed', approves: 'Approved', copy: 'Gets a copy' };
const proofs: Record<NonNullable<Person['proof']>, string> = {
  'code by email': 'Proven by a code sent to this address',
  'signed in': 'Proven by signing in to an account with this address',
};

function personOf({ name, signedName, email, role, at, proof, network, signature }: Person) {
  const isNamed = signedName !== '' && signedName !== name;
  return {
    name: isNamed ? `${signedName} (asked as ${name})` : name,
    lines: [
      [acts[role], at && role !== 'copy' ? `${utcSecond(at)} UTC` : ''].filter(Boolean).join(' '),
      [email, proof ? proofs[proof] : ''].filter(Boolean).join('. '),
      ...(network === '' ? [] : [`From the network ${network}`]),
    ],
    signature: signature && strokesOf(signature),
  };
}

function eventOf({ seq, at, kind, person }: ChainedEvent, people: Person[]) {
  const who = people.find(({ n }) => n === person)?.name ?? 'Sender';
  return {
    seq: String(seq),
    at: utcSecond(at),
    words: happened[kind],
    who: kind === 'completed' || kind === 'expired' ? '' : who,
  };
}
