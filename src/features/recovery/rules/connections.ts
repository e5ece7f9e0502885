import * as z from 'zod/mini';

/** The ways by which carts come in by themselves, and how far each has really been connected. */

export const ways = ['shopify', 'woocommerce', 'stripe', 'snippet', 'api', 'hub'] as const;
export type Way = (typeof ways)[number];

const moment = z.nullable(z.string());
export const Connection = z.object({
  way: z.enum(ways),
  heardAt: moment,
  testedAt: moment,
  provenAt: moment,
  refusedAt: moment,
});
export type Connection = z.output<typeof Connection>;

/** What a call of a way was: `ours` is the test that the page sends, `theirs` one that the shop itself sends. */
export type Heard = 'unsigned' | 'ours' | 'theirs' | 'news';

/**
 * Which moments a call sets. A test of ours proves the key and the address, never that the shop has them; what anybody
 * could have sent who knows the address ticks nothing, and is only hinted at.
 */
export const momentsOf = (heard: Heard): readonly (keyof Omit<Connection, 'way'>)[] =>
  ({
    unsigned: ['refusedAt'] as const,
    ours: ['testedAt'] as const,
    theirs: ['heardAt', 'testedAt', 'provenAt'] as const,
    news: ['heardAt', 'provenAt'] as const,
  })[heard];

export type StepId = 'address' | 'secret' | 'test' | 'shop';
export interface ConnectStep {
  id: StepId;
  isDone: boolean;
  /** When it happened, where that is known. */
  at: string | null;
}

export const nothingHeard = (way: Way): Connection => ({
  way,
  heardAt: null,
  testedAt: null,
  provenAt: null,
  refusedAt: null,
});

/** A shop that signs with a secret of its own needs it here first; every other way has its key from the start. */
export const signsItself = (way: Way): boolean =>
  way === 'shopify' || way === 'woocommerce' || way === 'stripe';

export function connectSteps(connection: Connection, hasSecret: boolean): ConnectStep[] {
  const { way, heardAt, testedAt, provenAt } = connection;
  const isOpen = !signsItself(way) || hasSecret;
  return [
    ...(signsItself(way)
      ? [
          { id: 'address' as const, isDone: heardAt !== null, at: heardAt },
          { id: 'secret' as const, isDone: hasSecret, at: null },
        ]
      : []),
    // A program's own test is the call of a program.
    ...(way === 'api'
      ? []
      : [
          {
            id: 'test' as const,
            isDone: isOpen && (testedAt ?? provenAt) !== null,
            at: testedAt ?? provenAt,
          },
        ]),
    { id: 'shop', isDone: isOpen && provenAt !== null, at: provenAt },
  ];
}

export const isVerified = (connection: Connection, hasSecret: boolean): boolean =>
  connectSteps(connection, hasSecret).every(({ isDone }) => isDone);

/** A call without a good signature that nothing good has followed: anybody can have made it. */
export const unsignedOf = ({ refusedAt, provenAt }: Connection): string | null =>
  refusedAt !== null && (provenAt === null || refusedAt > provenAt) ? refusedAt : null;
