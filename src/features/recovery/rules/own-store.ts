/**
 * Whether the hub's own store reminds, and why not: one answer for the start, the doctor, the commands and the sending
 * itself.
 */

export type StoreChoice = 'on' | 'off';

export interface OwnStoreFacts {
  /** `cartReminders: off` in site/hub.md. */
  isOffInSite: boolean;
  /** What the operator last said with `recovery on` or `recovery off`; null: neither. */
  choice: StoreChoice | null;
  autoRecovery: boolean;
  /** Without an SMTP server mail stays in the development mailbox, or waits in the outbox of a live hub. */
  mail: 'leaves' | 'stays here' | 'waits';
  /** What the operator gave: empty where only the sample's words stand. */
  shopName: string;
  postalAddress: string;
  /** Where there is none, the default one is made on turning on. */
  campaigns: { all: number; on: number };
}

export interface Standing {
  isOn: boolean;
  /** For the operator: what is so, and what to do about it. */
  words: string;
  advice: string;
  /** Why a message isn't sent; empty while it is on. */
  reason: string;
}

interface Need {
  isMet: boolean;
  what: string;
  fix: string;
}

const needsOf = ({ mail, shopName, postalAddress }: OwnStoreFacts): Need[] => [
  { isMet: mail === 'leaves', what: 'an SMTP server', fix: 'SMTP_URL' },
  { isMet: shopName.trim() !== '', what: 'your shop’s name', fix: 'name in site/hub.md' },
  {
    isMet: postalAddress.trim() !== '',
    what: 'your postal address',
    fix: 'seller (legalName, address, country, email) in site/hub.md',
  },
];

const listed = (parts: string[]): string => {
  const last = parts.at(-1) ?? '';
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last;
};

const off = (words: string, advice: string, reason = 'switched off'): Standing => ({
  isOn: false,
  words: `off${words}`,
  advice,
  reason,
});

const on = (words: string): Standing => ({
  isOn: true,
  words: `on${words}`,
  advice: 'To turn them off: npm run hub -- recovery off',
  reason: '',
});

/** The site's key comes first, then the operator's commands, then whether everything is there that a reminder needs. */
export function standingOf(facts: OwnStoreFacts): Standing {
  const { isOffInSite, choice, autoRecovery, mail, campaigns } = facts;
  if (isOffInSite)
    return off(
      ', by cartReminders in site/hub.md',
      'That key comes before any command. Remove it to turn them on.',
    );
  if (choice === 'off') return off('', 'To turn them on: npm run hub -- recovery on');
  if (!autoRecovery)
    return off(
      ', by the setting autoRecovery',
      'To turn them on: npm run hub -- recovery set autoRecovery true',
    );
  if (campaigns.all > 0 && campaigns.on === 0)
    return off(': none of your campaigns is on', 'To turn one on: npm run hub -- recovery on');
  // Nothing leaves this machine, so whoever asks for it may try it without a name and an address.
  if (choice === 'on' && mail === 'stays here')
    return on(', to try out: email stays in the mailbox of this hub');
  const missing = needsOf(facts).filter(({ isMet }) => !isMet);
  if (missing.length === 0) return on(', to buyers who ask for them at checkout');
  const what = listed(missing.map((need) => need.what));
  return off(
    ` until ${missing.length === 1 ? `${what} is` : `${what} are`} set`,
    `Set ${missing.map(({ fix }) => fix).join('; ')}.`,
    `missing: ${what}`,
  );
}

/** For the operator, who may ask from a terminal that has other settings than the server. */
export function stateWords({ isOn, words }: Standing, since: Date | null): string {
  if (isOn) return since ? `${words}, since ${since.toISOString()}` : `${words}, as soon as the hub runs`;
  return since
    ? `${words}, by the settings of this terminal; the hub has had them on since ${since.toISOString()}`
    : words;
}
