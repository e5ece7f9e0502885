import * as z from 'zod/mini';
import { PasskeyAdded, PasskeyUsed } from '#features/accounts/rules/contract.ts';

/** What an operator may be trusted with. `everything` includes the others, and whatever keeps the hub running. */
export type Right = 'money' | 'content' | 'people' | 'everything';

export const rightWords: Record<Right, string> = {
  money: 'Sales, orders, refunds, coupons and subscriptions',
  content: 'Products, pages and answers of the assistant',
  people: 'Customers, messages and the newsletter',
  everything: 'Everything, operators and the hub’s upkeep included',
};

export const allRights = Object.keys(rightWords) as Right[];

/** `any` is what every operator may do, such as seeing the first page. */
export const mayUse = (rights: readonly Right[], right: Right | 'any'): boolean =>
  right === 'any' || rights.includes('everything') || rights.includes(right);

/** Rights as typed, "money, people", without repeats; undefined when one of them is unknown or none is given. */
export function readRights(text: string): Right[] | undefined {
  const words = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const known = words.filter((word): word is Right => (allRights as string[]).includes(word));
  if (words.length === 0 || known.length < words.length) return undefined;
  return known.includes('everything') ? ['everything'] : [...new Set(known)];
}

interface Standing {
  id: string;
  rights: readonly Right[];
}

/** Whether somebody who may do everything is left when this operator has only these rights. */
export const isStillRun = (operators: readonly Standing[], id: string, rights: readonly Right[]): boolean =>
  operators.some((each) => (each.id === id ? rights : each.rights).includes('everything'));

/** A session of the desk ends soon when nobody uses it, and after a working day in any case. */
export const idleMinutes = 30;
export const mostHours = 12;

export function isOver({ createdAt, usedAt }: { createdAt: Date; usedAt: Date }, now: Date): boolean {
  return (
    now.getTime() - usedAt.getTime() >= idleMinutes * 60_000 ||
    now.getTime() - createdAt.getTime() >= mostHours * 3_600_000
  );
}

/** A name as others read it in the record; null when nothing is left of it. */
export function readName(text: string): string | null {
  const name = text
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  return name === '' || name.length > 60 || isMixed(name) ? null : name;
}

/** A word of letters from two of these looks like another one: of the Latin "Ada" and one with a Cyrillic А, one lies. */
const alike = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];
const isMixed = (name: string): boolean => alike.filter((script) => script.test(name)).length > 1;

const Token = z.string().check(z.regex(/^[a-z0-9]{20,60}$/));
export const BeginJoinBody = z.object({ invitation: Token });
export const JoinBody = z.object({
  invitation: Token,
  name: z.string().check(z.maxLength(200)),
  passkey: PasskeyAdded,
});
export const EnterBody = z.object({ passkey: PasskeyUsed });
export const Touch = PasskeyUsed;
export const Entered = z.object({ ok: z.literal(true) });
export const Options = z.object({ options: z.record(z.string(), z.unknown()) });
export const JoinOptions = z.object({
  options: z.record(z.string(), z.unknown()),
  /** Of an operator who gets another passkey; null for a new one, who chooses it. */
  name: z.nullable(z.string()),
  suggested: z.string(),
});
