import { mailAddressKey, mailAddressWords, parseMailAddress } from '#base/mail-address.ts';
import type { SendDraft } from './send-draft.ts';

export interface Faults {
  title?: string;
  all?: string;
  /** By the id of a person. */
  people: Record<string, { name?: string; email?: string; party?: string }>;
}

/** What would be refused, said where it was typed. */
export function faultsOf({ title, people }: Pick<SendDraft, 'title' | 'people'>): Faults {
  const found: Faults = { people: {} };
  if (title.trim() === '') found.title = 'Enter a title.';
  if (!people.some(({ role }) => role === 'signs')) found.all = 'Add at least one person who signs.';
  const emails = new Map<string, string>();
  const parties = new Set<number>();
  for (const { id, name, email, role, party } of people) {
    const faults: Faults['people'][string] = {};
    if (name.trim() === '') faults.name = 'Enter a name.';
    const address = parseMailAddress(email);
    const same = address === null ? undefined : emails.get(mailAddressKey(address));
    if (email.trim() === '') faults.email = 'Enter an email address.';
    else if (address === null) faults.email = mailAddressWords;
    else if (same !== undefined)
      faults.email = `Same address as ${same || 'above'}. Each person needs their own.`;
    if (address !== null) emails.set(mailAddressKey(address), name.trim());
    if (role === 'signs' && party !== null) {
      if (parties.has(party)) faults.party = 'Someone above signs here already.';
      parties.add(party);
    }
    if (Object.keys(faults).length > 0) found.people[id] = faults;
  }
  return found;
}
