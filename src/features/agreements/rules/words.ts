import { countOf } from '#base/count.ts';
import type {
  AgreementEvent,
  AgreementHead,
  AgreementPerson,
  AgreementState,
  PersonState,
  Role,
} from './contract.ts';
import type { Tone } from './people-words.ts';

/** "Ada", "Ada and Tom", "Ada, Tom and 2 others": never a list that fills a line. */
export function namesOf(names: readonly string[], most = 3): string {
  const shown = names.length > most ? names.slice(0, most - 1) : names;
  const rest = names.length - shown.length;
  const parts = rest > 0 ? [...shown, countOf(rest, 'other')] : shown;
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

export const stateTags: Record<AgreementState, { words: string; tone: Tone }> = {
  out: { words: 'Out', tone: 'plain' },
  signed: { words: 'Signed', tone: 'ok' },
  declined: { words: 'Declined', tone: 'danger' },
  expired: { words: 'Expired', tone: 'warn' },
  withdrawn: { words: 'Withdrawn', tone: 'plain' },
};

/** How many have acted, of those who have something to do. */
export function progressOf(people: readonly { role: Role; state: PersonState }[]): {
  done: number;
  of: number;
} {
  const acting = people.filter(({ role }) => role !== 'copy');
  return {
    done: acting.filter(({ state }) => state === 'signed' || state === 'approved').length,
    of: acting.length,
  };
}

/** What has to happen next, for the row of a list. */
export function nextStep(head: AgreementHead): string {
  const { state, people, waitingFor, waitsForYou, isSealed } = head;
  switch (state) {
    case 'signed':
      return isSealed ? 'Signed by everyone' : 'Signed by everyone. The final file is being made.';
    case 'declined': {
      const who = people.filter((one) => one.state === 'declined').map(({ name }) => name);
      return who.length > 0 ? `${namesOf(who)} declined` : 'Declined';
    }
    case 'expired':
      return head.isSender ? 'Time ran out. Extend it to continue.' : 'Time ran out';
    case 'withdrawn':
      return head.isSender ? 'You withdrew it' : 'Withdrawn by the sender';
    case 'out':
      if (waitsForYou) return 'Your turn';
      return waitingFor.length > 0 ? `Waiting for ${namesOf(waitingFor)}` : 'On its way';
  }
}

/** An agreement's state in a sentence, for its sender. */
export function stateSentence(head: AgreementHead, day: (iso: string) => string): string {
  const { state, endedAt, expiresAt, people } = head;
  const { done, of } = progressOf(people);
  const when = endedAt ? ` on ${day(endedAt)}` : '';
  switch (state) {
    case 'signed':
      return `Signed by everyone${when}.`;
    case 'declined':
      return `${nextStep(head)}${when}. Nobody can sign it anymore.`;
    case 'expired':
      return `Time ran out${when} with ${done} of ${of} done. Extend it, and the same links work again.`;
    case 'withdrawn':
      return `You withdrew it${when}. Nobody can sign it anymore.`;
    case 'out': {
      const far = done > 0 ? `${done} of ${of} done. ` : '';
      return `${far}${nextStep(head)}, until ${day(expiresAt)}.`;
    }
  }
}

type PersonName = Pick<AgreementPerson, 'n' | 'name'>;

/** One event of the log in words. */
export function eventWords(
  { kind, person, data }: Pick<AgreementEvent, 'kind' | 'person' | 'data'>,
  people: readonly PersonName[],
): string {
  const who = people.find(({ n }) => n === person)?.name ?? data['name'] ?? 'Someone';
  switch (kind) {
    case 'created':
      return 'Agreement created';
    case 'asked':
      return `${who} was emailed`;
    case 'seen':
      return `${who} opened it`;
    case 'code sent':
      return `A code was emailed to ${who}`;
    case 'code right':
      return `${who} confirmed their email address`;
    case 'signed':
      return `${who} signed`;
    case 'approved':
      return `${who} approved`;
    case 'declined':
      return `${who} declined`;
    case 'forwarded':
      return data['to'] ? `${who} forwarded it to ${data['to']}` : `${who} forwarded it`;
    case 'reminded':
      return `${who} was reminded`;
    case 'bounced':
      return `The email to ${who} bounced`;
    case 'address changed':
      return `${who}’s email address was corrected`;
    case 'commented':
      return person === null ? 'You commented' : `${who} commented`;
    case 'proposed':
      return person === null ? 'You proposed a change' : `${who} proposed a change`;
    case 'proposal taken':
      return 'Proposal accepted';
    case 'proposal refused':
      return 'Proposal declined';
    case 'filled in':
      return `${who} filled in the blanks`;
    case 'new version':
      return data['version'] ? `Version ${data['version']} sent` : 'New version sent';
    case 'extended':
      return 'Deadline extended';
    case 'expired':
      return 'Time ran out';
    case 'withdrawn':
      return 'Agreement withdrawn';
    case 'completed':
      return 'Everyone has signed';
    case 'sealed':
      return 'Final file sealed';
  }
}

/** What came after somebody's signature, on their own page. */
export function afterSigning(
  people: readonly { n: number; name: string; role: Role; state: PersonState }[],
): string {
  const left = people.filter(
    ({ role, state }) => role !== 'copy' && state !== 'signed' && state !== 'approved',
  );
  if (left.length === 0) return 'Everyone has signed. The final file is on its way to you by email.';
  const who = left.length === 1 ? `${left[0]?.name} still has` : `${left.length} others still have`;
  const what = left.every(({ role }) => role === 'approves') ? 'approve' : 'sign';
  return `${who} to ${what}. You get the final file by email.`;
}
