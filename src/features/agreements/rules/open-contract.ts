import * as z from 'zod/mini';
import { agreementDocument, email, key, line, link, most, shownDoc } from './contract.ts';
import { openMost, openUsual } from './open-addresses.ts';
import { openStates } from './open.ts';

const block = z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(most.people))), null);

export const openId = z.string().check(z.regex(/^opn_[0-9a-z]{20}$/));
export const oneOpen = z.strictObject({ open: openId });

export const openBody = z.strictObject({
  ...agreementDocument,
  key,
  most: z._default(
    z.int().check(
      z.minimum(1, { error: 'At least 1 signature.' }),
      z.maximum(openMost.signatures, {
        error: `At most ${openMost.signatures} signatures on one link.`,
      }),
    ),
    openUsual.signatures,
  ),
  endsInDays: z._default(z.int().check(z.minimum(1), z.maximum(openMost.days)), openUsual.days),
  /** The signature block of whoever comes; null: none of the document's. */
  party: block,
  /** Whether the sender signs each one afterwards, and in which block. */
  signsToo: z._default(z.boolean(), false),
  ownParty: block,
});
export type OpenBody = z.input<typeof openBody>;

const time = z.string();

/** As its sender sees it. */
export const openHead = z.object({
  id: openId,
  title: z.string(),
  /** With the hub's own address before it, it is the link. */
  path: z.string(),
  state: z.enum(openStates),
  most: z.int(),
  signed: z.int(),
  /** Have begun, and haven't signed yet. */
  begun: z.int(),
  madeAt: time,
  endsAt: time,
});
export type OpenHead = z.output<typeof openHead>;
export const openList = z.object({ links: z.array(openHead) });

export const openQuery = z.object({ o: link });

/** As anybody sees it who has the link. */
export const openView = z.object({
  title: z.string(),
  message: z.string(),
  sender: z.object({ name: z.string(), company: z.string(), email: z.string() }),
  doc: shownDoc,
  pages: z.int(),
  blanks: z.int(),
  /** Whether the sender signs after them. */
  signsToo: z.boolean(),
  endsAt: time,
  /** Why nobody can begin, in words; empty where they can. */
  why: z.string(),
  legal: z.object({ kind: z.string(), warning: z.string() }),
});
export type OpenView = z.output<typeof openView>;

export const beginBody = z.strictObject({ o: link, key, name: line(most.name, 'your name'), email });
export type BeginBody = z.input<typeof beginBody>;

/** The path of their own page, or null: the address has begun before, and its link goes there. */
export const begun = z.object({ path: z.nullable(z.string()) });
export type Begun = z.output<typeof begun>;
