import type { AgreementState, PersonState, Role } from './contract.ts';

/** What the order of an agreement depends on. */
export interface Turn {
  n: number;
  role: Role;
  turn: number;
  state: PersonState;
}

const done: ReadonlySet<PersonState> = new Set(['signed', 'approved', 'declined', 'sent']);
const acts = ({ role }: Turn): boolean => role !== 'copy';
export const hasActed = ({ state }: Pick<Turn, 'state'>): boolean => done.has(state);

/** Whose turn it is: everybody of the lowest turn in which somebody still has to act. */
export function whoseTurn<T extends Turn>(people: readonly T[]): T[] {
  const open = people.filter((person) => acts(person) && !hasActed(person));
  const first = Math.min(...open.map(({ turn }) => turn));
  return open.filter(({ turn }) => turn === first);
}

/** Those whose turn has come and who haven't been told yet. */
export const toAsk = <T extends Turn>(people: readonly T[]): T[] =>
  whoseTurn(people).filter(({ state }) => state === 'waiting');

/** What the people make of an agreement that is out. */
export function stateOf(people: readonly Turn[]): Extract<AgreementState, 'out' | 'signed' | 'declined'> {
  const acting = people.filter(acts);
  if (acting.some(({ state }) => state === 'declined')) return 'declined';
  return acting.every(hasActed) ? 'signed' : 'out';
}

/** Why this person can't act now, in words; empty if they can. */
export function whyNot(agreement: AgreementState, people: readonly Turn[], n: number): string {
  const person = people.find((one) => one.n === n);
  switch (agreement) {
    case 'withdrawn':
      return 'The sender has withdrawn this agreement.';
    case 'expired':
      return 'The time to sign has run out. Ask the sender to extend it.';
    case 'declined':
      return person?.state === 'declined'
        ? 'You declined this agreement.'
        : 'Somebody declined this agreement.';
    case 'signed':
    case 'out':
      break;
  }
  if (!person || person.role === 'copy') return 'You get a copy. There is nothing for you to sign.';
  if (person.state === 'signed') return 'You have signed.';
  if (person.state === 'approved') return 'You have approved.';
  if (agreement === 'signed') return 'Everybody has signed.';
  if (!whoseTurn(people).some((one) => one.n === n))
    return 'It isn’t your turn yet. We’ll email you when it is.';
  return '';
}

/** When somebody who hasn't acted is reminded: so many days after they were asked, as long as it is still out. */
export const reminderDays = [3, 7, 12] as const;
