import { Problem } from '#base/problem.ts';
import { type DeskCell, type DeskPage, titleOf } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createCoupon, liveCoupon, removeCoupon } from '../coupons-by-hand.ts';
import type { OrderTables } from '../tables.ts';
import { minute, money } from '../words.ts';

const atOnce = 500;

/** Discounts that buyers type. */
export const couponsPage = ({ db, clock }: Pick<Platform, 'db' | 'clock'>): DeskPage => ({
  path: 'coupons',
  title: 'Coupons',
  right: 'money',
  async list() {
    const coupons = await db
      .tables<OrderTables>()
      .selectFrom('store_coupon')
      .selectAll()
      .orderBy('created_at', 'desc')
      .limit(atOnce)
      .execute();
    const { all } = await db
      .tables<OrderTables>()
      .selectFrom('store_coupon')
      .select((eb) => eb.fn.countAll<number>().as('all'))
      .executeTakeFirstOrThrow();
    const now = clock.now();
    return {
      title: 'Coupons',
      blocks: [
        { is: 'acts', id: '' },
        {
          is: 'table',
          title: titleOf('Newest first', coupons.length, all),
          columns: [
            { head: 'Code' },
            { head: 'Discount', numeric: true },
            { head: 'Used', numeric: true },
            { head: 'Until (UTC)' },
            { head: 'For' },
            { head: 'Note' },
            { head: 'State' },
          ],
          rows: coupons.map((coupon): DeskCell[] => {
            const isOver = coupon.valid_until !== null && coupon.valid_until < now;
            const isUsedUp = coupon.most_uses !== null && coupon.used >= coupon.most_uses;
            const end = coupon.removed_at ? 'removed' : isOver ? 'over' : isUsedUp ? 'used up' : null;
            return [
              { text: coupon.code, href: `/coupons/${encodeURIComponent(coupon.code)}`, mono: true },
              coupon.percent_off === null ? money(coupon.cents_off ?? 0) : `${coupon.percent_off} %`,
              `${coupon.used}${coupon.most_uses === null ? '' : ` of ${coupon.most_uses}`}`,
              coupon.valid_until ? minute(coupon.valid_until) : 'no end date',
              coupon.product_ids?.join(', ') ?? 'everything',
              coupon.note,
              end ? { text: end, tone: 'muted' } : { text: 'active', tone: 'ok' },
            ];
          }),
          empty: 'There are no coupons.',
        },
      ],
    };
  },
  async one(id) {
    const coupon = await db
      .tables<OrderTables>()
      .selectFrom('store_coupon')
      .selectAll()
      .where('code', '=', id)
      .executeTakeFirst();
    if (!coupon) throw new Problem('not_found', `There is no coupon ${id}.`);
    const facts: [string, DeskCell | null][] = [
      ['Discount', coupon.percent_off === null ? money(coupon.cents_off ?? 0) : `${coupon.percent_off} %`],
      ['Used', `${coupon.used}${coupon.most_uses === null ? '' : ` of ${coupon.most_uses}`}`],
      ['Until', coupon.valid_until ? `${minute(coupon.valid_until)} UTC` : 'no end date'],
      ['For', coupon.product_ids?.join(', ') ?? 'everything'],
      ['Note', coupon.note || null],
      ['Removed', coupon.removed_at && `${minute(coupon.removed_at)} UTC`],
    ];
    return {
      title: coupon.code,
      blocks: [
        { is: 'facts', facts: facts.filter((fact): fact is [string, DeskCell] => fact[1] !== null) },
        ...(coupon.removed_at ? [] : [{ is: 'acts' as const, id }]),
      ],
    };
  },
  acts: [
    {
      name: 'add',
      label: 'New coupon',
      isOfPage: true,
      ask: async () => ({
        words: 'Buyers type it at checkout.',
        fields: [
          { name: 'code', label: 'Code', hint: 'Empty: one is made up.' },
          { name: 'off', label: 'Discount', hint: 'Such as 20% or $5.' },
          { name: 'uses', label: 'How often it can be used', kind: 'number', hint: 'Empty: without limit.' },
          { name: 'until', label: 'Last day', kind: 'date', hint: 'Empty: no end date. Days end in UTC.' },
          { name: 'products', label: 'For products', hint: 'Their IDs, with commas. Empty: for everything.' },
          { name: 'note', label: 'Note for yourself' },
        ],
      }),
      async act(_id, form) {
        const given = (name: string) => form[name]?.trim() || undefined;
        const code = await createCoupon(
          { db, clock },
          {
            code: given('code'),
            off: given('off') ?? '',
            uses: given('uses'),
            until: given('until'),
            products: given('products'),
            note: given('note'),
          },
          { uses: 'How often', until: 'Last day', products: 'For products' },
        );
        return { words: `Coupon ${code} can be used now.`, after: { code, off: form['off'] } };
      },
    },
    {
      name: 'remove',
      label: 'Remove',
      async ask(id) {
        const { code } = await liveCoupon({ db }, id);
        return { words: `Nobody can use ${code} any more. Orders that used it are unchanged.`, fields: [] };
      },
      async act(id) {
        const was = await liveCoupon({ db }, id);
        const code = await removeCoupon({ db, clock }, id);
        return {
          words: `Coupon ${code} removed.`,
          goOn: 'coupons',
          before: {
            code,
            off: was.percent_off === null ? money(was.cents_off ?? 0) : `${was.percent_off} %`,
            used: was.used,
          },
        };
      },
    },
  ],
});
