import { type ChainedEvent, firstBroken } from './events.ts';

/** Larger than any file of ours; a browser reads it in a second. */
export const mostBytes = 50_000_000;

/** What can be said of a file somebody holds. */
export type Verdict =
  | { is: 'not a pdf' }
  | { is: 'too large' }
  | { is: 'no seal' }
  /** There is a signature, and no way to read it. */
  | { is: 'unreadable' }
  | { is: 'sealed'; by: Sealer; inside: Inside | null }
  | { is: 'changed'; by: Sealer; how: 'appended' | 'cut' | 'bytes' };

export interface Sealer {
  /** Of the certificate. */
  name: string;
  isThisHub: boolean;
  fingerprint: string;
  /** From a time-stamp authority; null if the time is the hub’s own word. */
  stampedAt: string | null;
}

export interface SignedBy {
  n: number;
  name: string;
  signedName: string;
  email: string;
  role: string;
  at: string | null;
  proof: string | null;
}

/** What the files inside say. */
export interface Inside {
  agreement: string;
  title: string;
  people: SignedBy[];
  events: number;
  /** The first event that doesn't follow from the one before it. */
  brokenAt: number | null;
  /** Whether as-signed.pdf is the file that each signer signed. */
  isAsSigned: boolean;
  /** Of that file: the certificate page names it, too. */
  sha256: string;
}

/** Reads events.json of a sealed file: written by a hub, but of whichever version. */
export async function readInside(
  text: string,
  sha256OfShown: string | null,
  sha256: (text: string) => Promise<string>,
): Promise<Inside | null> {
  const log = parsed(text);
  if (!log || !Array.isArray(log['events']) || !Array.isArray(log['people'])) return null;
  const events = (log['events'] as unknown[]).slice(0, 10_000).map(eventOf);
  const signed = events.filter(({ kind }) => kind === 'signed');
  return {
    sha256: sha256OfShown ?? '',
    agreement: words(log['agreement']),
    title: words(log['title']),
    people: (log['people'] as unknown[]).slice(0, 1000).map(personOf),
    events: events.length,
    brokenAt: await firstBroken(events, sha256),
    isAsSigned:
      sha256OfShown !== null &&
      sha256OfShown === log['sha256'] &&
      signed.length > 0 &&
      signed.every(({ data }) => (data['sha256'] ?? sha256OfShown) === sha256OfShown),
  };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return null;
  }
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const words = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 400) : '');
const orNull = (value: unknown): string | null => (typeof value === 'string' ? words(value) : null);

function personOf(value: unknown): SignedBy {
  const { n, name, signedName, email, role, at, proof } = recordOf(value);
  return {
    n: Number(n) || 0,
    name: words(name),
    signedName: words(signedName),
    email: words(email),
    role: words(role),
    at: orNull(at),
    proof: orNull(proof),
  };
}

function eventOf(value: unknown): ChainedEvent {
  const { seq, at, kind, person, data, hash } = recordOf(value);
  return {
    seq: Number(seq),
    at: String(at),
    kind: String(kind) as ChainedEvent['kind'],
    person: typeof person === 'number' ? person : null,
    data: recordOf(data) as Record<string, string>,
    hash: String(hash),
  };
}
