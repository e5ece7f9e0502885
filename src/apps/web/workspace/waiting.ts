import { countOf } from '#base/count.ts';
import { agreementPath, agreementsPath } from '#features/agreements/rules/addresses.ts';
import type { AgreementHead } from '#features/agreements/rules/contract.ts';
import type { BillingAnswer } from '#features/billing/rules/contract.ts';
import type { FunnelHead } from '#features/funnels/rules/contract.ts';
import type { Refusal } from '#features/plans/rules/gate.ts';
import type { OverviewAnswer } from '#features/recovery/rules/contract.ts';
import type { OrderView } from '#features/store/rules/order-contract.ts';

/** What is known of an account on its overview; null where that could not be read, or this device has no account. */
export interface AccountFacts {
  user: { email: string; emailVerified: boolean; isOffline: boolean };
  /** Changes that are only on this device, by the name of what was changed. */
  unsent: readonly { name: string; refusal: string | null; isFunnel: boolean }[];
  refusals: readonly Refusal[];
  funnels: readonly FunnelHead[];
  billing: Pick<BillingAnswer, 'current'> | null;
  orders: readonly OrderView[] | null;
  recovery: Pick<OverviewAnswer, 'carts' | 'campaigns' | 'settings'> | null;
  /** What waits for them to sign, and how many do in all. */
  agreements: { yours: readonly AgreementHead[]; count: number } | null;
}

type AgreementFacts = Pick<AccountFacts, 'agreements'>;
/** A list of everything else must not drown in them. */
const mostNamed = 3;

/** Something that goes on only once its owner does something. */
export interface Waits {
  key: string;
  tone: 'danger' | 'warn' | 'info';
  title: string;
  note: string;
  action: { label: string; href: string };
}

/** The most urgent first: money, then what others wait for, then work that could get lost, then what holds the account back, then what is new. */
export const waitingFor = (facts: AccountFacts): Waits[] =>
  [
    payment,
    ...toSign(facts),
    unsentWork,
    unconfirmed,
    ...limits(facts),
    ...unpublished(facts),
    carts,
    ...purchases(facts),
  ]
    .map((one) => (typeof one === 'function' ? one(facts) : one))
    .filter((one) => one !== null);

function payment({ billing }: AccountFacts): Waits | null {
  if (billing?.current?.state !== 'past_due') return null;
  return {
    key: 'payment',
    tone: 'danger',
    title: 'The last payment failed',
    note: 'You keep your plan for now. Nothing is deleted.',
    action: { label: 'Pay now', href: '/dashboard/billing' },
  };
}

/** The ones sent last by name; the rest as a number. */
function toSign({ agreements }: AgreementFacts): Waits[] {
  if (!agreements) return [];
  const shown = agreements.yours.slice(0, mostNamed);
  const rest = agreements.count - shown.length;
  return [
    ...shown.map(({ id, title, link }) => ({
      key: `agreement ${id}`,
      tone: 'warn' as const,
      title: `“${title}” waits for you`,
      note: 'The others can’t go on until you have signed or answered.',
      action: { label: 'Review', href: link ?? agreementPath(id) },
    })),
    ...(rest > 0
      ? [
          {
            key: 'agreements',
            tone: 'warn' as const,
            title: `${countOf(rest, 'more agreement')} ${rest === 1 ? 'waits' : 'wait'} for you`,
            note: 'Each of them needs your signature or your answer.',
            action: { label: 'See all', href: `${agreementsPath}?show=yours` },
          },
        ]
      : []),
  ];
}

function unsentWork({ unsent, user }: AccountFacts): Waits | null {
  // Who works on this device alone waits for nothing.
  if (unsent.length === 0 || user.isOffline) return null;
  const refused = unsent.find(({ refusal }) => refusal !== null);
  const names = [...new Set(unsent.map(({ name }) => `“${name}”`))];
  const rest = names.length > 2 ? ` and ${names.length - 2} more` : '';
  return {
    key: 'unsent',
    tone: refused ? 'danger' : 'warn',
    title: refused
      ? `${countOf(unsent.length, 'change')} couldn’t be synced`
      : `${countOf(unsent.length, 'change')} not synced yet`,
    note: refused?.refusal ?? `${names.slice(0, 2).join(', ')}${rest}: saved on this device.`,
    action: unsent.every(({ isFunnel }) => isFunnel)
      ? { label: 'See funnels', href: '/tools/funnel-builder' }
      : { label: 'See changes', href: '/dashboard/templates' },
  };
}

function unconfirmed({ user }: AccountFacts): Waits | null {
  if (user.isOffline || user.emailVerified) return null;
  return {
    key: 'email',
    tone: 'warn',
    title: 'Confirm your email address',
    note: `Open the link we emailed to ${user.email}.`,
    action: { label: 'Open account', href: '/dashboard/account' },
  };
}

const limits = ({ refusals }: AccountFacts): Waits[] =>
  refusals.map(({ feature, words, liftedBy }) => ({
    key: `limit ${feature}`,
    tone: 'warn',
    title: `${words.split('. ')[0]}`,
    note: words.split('. ').slice(1).join('. '),
    action: liftedBy
      ? { label: 'Compare plans', href: '/plans' }
      : { label: 'See usage', href: '/dashboard/plan' },
  }));

const unpublished = ({ funnels }: AccountFacts): Waits[] =>
  funnels.flatMap(({ id, name, publishRefusal }) =>
    publishRefusal === null
      ? []
      : [
          {
            key: `funnel ${id}`,
            tone: 'warn' as const,
            title: `“${name}” wasn’t published`,
            note: publishRefusal,
            action: { label: 'Open', href: `/tools/funnel-builder?id=${encodeURIComponent(id)}` },
          },
        ],
  );

/** Abandoned carts that nobody will be written about. */
function carts({ recovery }: AccountFacts): Waits | null {
  if (!recovery || (recovery.settings.autoRecovery && recovery.campaigns.some(({ isOn }) => isOn)))
    return null;
  const open = recovery.carts.filter(({ status }) => status === 'abandoned').length;
  if (open === 0) return null;
  return {
    key: 'carts',
    tone: 'warn',
    title: `${countOf(open, 'abandoned cart')} without reminders`,
    note: 'No campaign is on, so no one is emailed.',
    action: { label: 'Turn on reminders', href: '/automation' },
  };
}

const purchases = ({ orders }: AccountFacts): Waits[] =>
  (orders ?? []).flatMap((order): Waits[] => {
    const lines = order.lines.filter(({ versions }) => versions.some(({ files }) => files.length > 0));
    const [first, ...rest] = lines;
    if (!first) return [];
    const href = '/my-purchases';
    const others = rest.length > 0 ? ` and ${rest.length} more` : '';
    if (!order.isDelivered)
      return [
        {
          key: `files ${order.id}`,
          tone: 'info',
          title: `Download ${first.title}${others}`,
          note: 'Bought, not downloaded yet.',
          action: { label: 'Get the files', href },
        },
      ];
    return lines.flatMap(({ title, version, versions: [newest] }) =>
      newest && newest.version !== version
        ? [
            {
              key: `new ${order.id} ${title}`,
              tone: 'info' as const,
              title: `${title} ${newest.version} is out`,
              note: `You bought ${version}. The new version is free.`,
              action: { label: 'Get the files', href },
            },
          ]
        : [],
    );
  });
