import { memberById } from '#features/accounts/server/public.ts';
import { funnelOwner } from '#features/funnels/server/public.ts';
import type { Followups } from '#features/followups/server/public.ts';
import { hubOwner } from '#features/recovery/server/public.ts';
import type { OnPlan } from '#features/plans/server/public.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';

interface Order {
  email: string;
  orderId: string;
  funnel: string | null;
}

/** What the hub’s own store sells is in US dollars. */
const currency = 'USD';

/**
 * What happens in the hub, as follow-ups are told of it: whoever buys, gives, joins or reads along is known to the hub's operator,
 * and a buyer to the member through whose funnel the order came, if they had left their address there.
 */
export function tellFollowups(followups: () => Followups) {
  const ofHub = (
    trx: AnyTransaction,
    { email, name = '', source }: { email: string; name?: string; source: string },
    what: Parameters<Followups['happened']>[2],
  ) => followups().happened(trx, { ownerId: hubOwner, email, name, source }, what);

  const onPlan: OnPlan = async (trx, { uid, what, plan, at }) => {
    const member = await memberById(trx, uid);
    if (!member) return;
    const { email, name } = member;
    await ofHub(
      trx,
      { email, name, source: 'an account' },
      { on: 'plan', what, plan, id: `${uid}:${what}:${plan}:${at.getTime()}` },
    );
  };

  /** Whoever left no address with a member stays unknown to them. */
  async function sellersOf(trx: AnyTransaction, email: string, funnel: string | null) {
    const hub = { ownerId: hubOwner, email, source: 'the store' };
    const ownerId = funnel === null ? null : await funnelOwner(trx, funnel);
    return ownerId === null ? [hub] : [hub, { ownerId, email }];
  }

  return {
    onPlan,

    async bought(trx: AnyTransaction, { email, orderId, funnel }: Order, products: string[], cents: number) {
      const what = { on: 'bought', orderId, products, cents, currency } as const;
      await followups().happened(trx, await sellersOf(trx, email, funnel), what);
    },

    async refunded(trx: AnyTransaction, { email, orderId, funnel }: Order, number: string, cents: number) {
      const what = { on: 'refunded', orderId, cents, currency, id: number } as const;
      await followups().happened(trx, await sellersOf(trx, email, funnel), what);
    },

    async joined(trx: AnyTransaction, { uid, email, name }: { uid: string; email: string; name: string }) {
      await ofHub(trx, { email, name, source: 'an account' }, { on: 'joined', id: uid });
    },

    async subscribed(trx: AnyTransaction, { id, email }: { id: string; email: string }) {
      await ofHub(trx, { email, source: 'the newsletter' }, { on: 'subscribed', id });
    },

    async gave(
      trx: AnyTransaction,
      { id, email, name, cents }: { id: string; email: string; name: string; cents: number },
    ) {
      await ofHub(trx, { email, name, source: 'a donation' }, { on: 'gift', cents, id });
    },
  };
}
