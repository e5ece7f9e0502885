import { money } from '#features/recovery/rules/writing.ts';
import type { Trigger } from './contract.ts';

/** What happens to people, wherever in the hub, and which sequences it starts. */
export type Happening =
  | { on: 'lead'; funnelId: string; step: string; id: string }
  | { on: 'bought'; orderId: string; products: readonly string[]; cents: number; currency: string }
  | { on: 'refunded'; orderId: string; cents: number; currency: string; id: string }
  | { on: 'agreement'; what: 'sent' | 'signed' | 'declined' | 'overdue'; id: string }
  | { on: 'tag'; tag: string }
  | { on: 'event'; name: string; id: string }
  | { on: 'joined'; id: string }
  | { on: 'subscribed'; id: string }
  | { on: 'plan'; what: 'begun' | 'ended'; plan: string; id: string }
  | { on: 'gift'; cents: number; id: string };

/** What someone buys so long after a sequence began for them, or after an email with two wordings, is said to be of it. */
export const orderDays = 30;

/** `orders`: how often they have bought, with this time. */
export function isStartedBy(trigger: Trigger, what: Happening, orders: number): boolean {
  switch (trigger.on) {
    case 'lead':
      return (
        what.on === 'lead' &&
        (trigger.funnelId === '' || trigger.funnelId === what.funnelId) &&
        (trigger.step === '' || trigger.step === what.step)
      );
    case 'bought':
      return (
        what.on === 'bought' &&
        what.cents >= (trigger.minCents ?? 0) &&
        what.cents <= (trigger.maxCents ?? Infinity) &&
        (trigger.currency === undefined || trigger.currency === what.currency) &&
        (trigger.which === 'any' || orders > 1 === (trigger.which === 'again')) &&
        (trigger.contains === '' ||
          what.products.some((name) => name.toLowerCase().includes(trigger.contains.toLowerCase())))
      );
    case 'agreement':
      return what.on === 'agreement' && trigger.what === what.what;
    case 'tag':
      return what.on === 'tag' && trigger.tag === what.tag;
    case 'event':
      return what.on === 'event' && trigger.name.toLowerCase() === what.name.toLowerCase();
    case 'plan':
      return (
        what.on === 'plan' &&
        trigger.what === what.what &&
        (trigger.plan === '' || trigger.plan === what.plan)
      );
    case 'gift':
      return what.on === 'gift' && what.cents >= (trigger.minCents ?? 0);
    case 'refunded':
    case 'joined':
    case 'subscribed':
      return trigger.on === what.on;
    case 'date':
    case 'hand':
      return false;
  }
}

/** Names one happening: told twice it starts a sequence once. A tag may be given again after it was taken. */
export function causeOf(what: Happening, now: Date): string {
  switch (what.on) {
    case 'bought':
      return `bought:${what.orderId}`;
    case 'tag':
      return `tag:${what.tag}:${now.getTime()}`;
    default:
      return `${what.on}:${what.id}`;
  }
}

/** For a person's history. */
export function happeningWords(what: Happening): string {
  switch (what.on) {
    case 'lead':
      return `Left their address on “${what.step}”`;
    case 'bought':
      return what.products.length > 0
        ? `Bought ${what.products.join(', ')}`
        : `Bought (order ${what.orderId})`;
    case 'agreement':
      return {
        sent: 'Got a document to sign',
        signed: 'Signed a document',
        declined: 'Declined to sign',
        overdue: 'A payment date in a signed document passed',
      }[what.what];
    case 'refunded':
      return `Got ${money(what.cents, what.currency)} back (order ${what.orderId})`;
    case 'joined':
      return 'Opened an account';
    case 'subscribed':
      return 'Confirmed the newsletter';
    case 'plan':
      return `Plan ${what.plan} ${what.what === 'begun' ? 'began' : 'ended'}`;
    case 'gift':
      return `Donated ${money(what.cents, 'USD')}`;
    case 'tag':
      return `Got the tag “${what.tag}”`;
    case 'event':
      return `Did “${what.name}”`;
  }
}

/** A ring of sequences that start one another by their tags ends here. */
export const mostDepth = 5;
