/** What is missing before the first reminder can go, told before it is switched on. */

export interface ReadyFacts {
  isMember: boolean;
  mayReach: boolean;
  canSend: boolean;
  /** The shop's, else the company's. */
  shopName: string;
  postalAddress: string;
  autoRecovery: boolean;
  /** A shop is connected, or a cart came in some other way. */
  hasWayIn: boolean;
  /** Why the plan takes no more carts; null while it does. */
  refusal: string | null;
}

export interface Missing {
  id: 'account' | 'mail' | 'confirm' | 'name' | 'address' | 'off' | 'shop' | 'plan';
  words: string;
  /** Nothing can be turned on without it, and what it is as part of a sentence; without the rest no email goes out yet. */
  stops?: string;
  /** Where it is put right: a tab of this page and the field there, or another page. Null: by the operator alone. */
  fix:
    | { label: string; tab: 'settings' | 'connect'; field?: SettingName }
    | { label: string; href: string }
    | null;
}

export type SettingName = 'shopName' | 'postalAddress' | 'autoRecovery';

const settings = (label: string, field: SettingName) => ({ label, tab: 'settings' as const, field });

export function missingFor(facts: ReadyFacts): Missing[] {
  const all: (Missing | false)[] = [
    !facts.isMember && {
      id: 'account',
      words: 'Email is sent from an account.',
      stops: 'an account',
      fix: { label: 'Create an account', href: '/signup' },
    },
    facts.isMember &&
      !facts.canSend && {
        id: 'mail',
        words: 'This hub can’t send email yet: its operator has to set up a mail server.',
        fix: null,
      },
    facts.isMember &&
      !facts.mayReach && {
        id: 'confirm',
        words: 'Your email address isn’t confirmed.',
        fix: { label: 'Confirm it in your account', href: '/dashboard' },
      },
    facts.isMember &&
      facts.shopName.trim() === '' && {
        id: 'name',
        words: 'Buyers can’t tell who is writing.',
        stops: 'your shop name',
        fix: settings('Add your shop name', 'shopName'),
      },
    facts.isMember &&
      facts.postalAddress.trim() === '' && {
        id: 'address',
        words: 'The law asks for a postal address in every reminder.',
        stops: 'your postal address',
        fix: settings('Add your postal address', 'postalAddress'),
      },
    !facts.autoRecovery && {
      id: 'off',
      words: '“Send reminders” is off for all campaigns.',
      fix: settings('Turn it on', 'autoRecovery'),
    },
    facts.isMember &&
      !facts.hasWayIn && {
        id: 'shop',
        words: 'No shop sends carts yet.',
        fix: { label: 'Connect a shop', tab: 'connect' },
      },
    facts.refusal !== null && {
      id: 'plan',
      words: facts.refusal,
      fix: { label: 'Compare plans', href: '/plans' },
    },
  ];
  return all.filter((each) => each !== false);
}
