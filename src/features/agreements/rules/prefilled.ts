import type { NewPerson, Role } from './contract.ts';
import { most } from './addresses.ts';

/** One signature block of a document as its reader sees it. */
export interface PartyBlock {
  heading: string;
  lines: { label: string; text: string }[];
}

export interface You {
  name: string;
  email: string;
  company: string;
}

/** A person of the form, before it is sent: what isn't filled in yet is empty. */
export interface DraftPerson {
  /** Names it within the form. */
  id: string;
  name: string;
  email: string;
  role: Role;
  party: number | null;
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@]+/gu, ' ')
    .trim();
const same = (one: string, other: string): boolean => plain(one) !== '' && plain(one) === plain(other);

interface PartyAnswer {
  name: string;
  representative: string;
  role: string;
  email: string;
}

/** Answers that name a party: whoever they name may have an email address among them. */
function partiesIn(answers: Readonly<Record<string, unknown>>): PartyAnswer[] {
  return Object.values(answers).flatMap((answer) => {
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return [];
    const given = answer as Record<string, unknown>;
    const text = (key: string): string => (typeof given[key] === 'string' ? given[key].trim() : '');
    return text('name') === ''
      ? []
      : [
          {
            name: text('name'),
            representative: text('representative'),
            role: text('role'),
            email: text('email'),
          },
        ];
  });
}

const isBlankLine = (text: string): boolean => text === '' || /^\[.*\]$/.test(text);

/** Who signs, by the document's own signature blocks: in reading order, one person for each. */
export function peopleFrom(
  parties: readonly PartyBlock[],
  answers: Readonly<Record<string, unknown>>,
  you: You,
): DraftPerson[] {
  const known = partiesIn(answers);
  const people = parties.slice(0, most.people).map(({ heading, lines }, at): DraftPerson => {
    const named = lines.find(({ label }) => /^name\b/i.test(label))?.text ?? '';
    const written = lines.find(({ label }) => /mail/i.test(label))?.text ?? '';
    const answer = known.find(({ name }) => same(name, heading));
    const isCompany = lines.some(({ label }) => /^(name|role|title)\b/i.test(label));
    const representative = isBlankLine(named) ? (answer?.representative ?? '') : named;
    const name = representative || (isCompany || isBlankLine(heading) ? '' : heading);
    const isYou =
      same(heading, you.company) ||
      same(heading, you.name) ||
      same(name, you.name) ||
      same(answer?.email ?? '', you.email);
    return {
      id: `party-${at}`,
      name: name || (isYou ? you.name : ''),
      email: (isBlankLine(written) ? '' : written) || answer?.email || (isYou ? you.email : ''),
      role: 'signs',
      party: at,
    };
  });
  return people.length > 0 ? people : [{ id: 'party-none', name: '', email: '', role: 'signs', party: null }];
}

/** As it is sent. One after the other, whoever stands higher acts first; a copy has no turn of its own. */
export function asSent(people: readonly DraftPerson[], inOrder: boolean): NewPerson[] {
  let turn = 0;
  return people.map(({ name, email, role, party }) => ({
    name: name.trim(),
    email: email.trim(),
    role,
    turn: inOrder && role !== 'copy' ? ++turn : Math.max(1, inOrder ? turn : 1),
    party: role === 'signs' ? party : null,
  }));
}
