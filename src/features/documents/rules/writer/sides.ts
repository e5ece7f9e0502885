import type { Answers } from '../answers/values.ts';
import { allFields, type Field, type Template } from '../template/template.ts';
import { stated } from './facts.ts';
import { calledAs, namesIn } from './names.ts';
import { isTurned, sidesOf } from './parties.ts';
import { folded, pattern } from './plain.ts';

export type Pair = readonly [Field, Field];

/** The two sides that a paper always has; null where it has one, or several who are alike. */
export function pairOf(template: Template): Pair | null {
  const parties = allFields(template).filter(({ kind }) => kind.type === 'party');
  const [first, second, ...more] = parties.filter(({ show }) => show === null);
  return first && second && more.length === 0 && parties.length < 4 ? [first, second] : null;
}

/** The two sides in each other's place, whatever is known of them; twice is as it was. */
export function swapped(template: Template, answers: Answers): Answers {
  const pair = pairOf(template);
  if (!pair) return answers;
  const [{ name: a }, { name: b }] = pair;
  const { [a]: first, [b]: second, ...rest } = answers;
  return {
    ...rest,
    ...(second !== undefined && { [a]: second }),
    ...(first !== undefined && { [b]: first }),
  };
}

/** Whether a side is called by its part ("The client"), and not by where its reader stands ("Your side"). */
const isPart = ({ label }: Field): boolean => !/^you\b|^your\b|\bside\b/i.test(label);

/** The side that the writer of a request is taken for while they have not said it. */
export function takenFor(template: Template, request: string): string | null {
  const sides = sidesOf(template);
  return (isTurned(template, { low: folded(request) }) ? sides[1] : sides[0]) ?? null;
}

/** Whether it has to be asked on which side of the paper somebody stands. */
export const asksWho = (template: Template, request: string, answers: Answers): boolean => {
  const pair = pairOf(template);
  return pair !== null && pair.every(isPart) && sideSaid(template, request, answers) === null;
};

const me =
  "(?:i am|i'm|im|we are|we're|me as|us as|as|ich bin|wir sind|als|je suis|nous sommes|comme|soy|somos|como)";
const mine = '(?:my|our|mein\\w*|unser\\w*|mon|ma|mes|notre|nos|mi|mis|nuestr[oa]s?)';
/** Whoever has these done, has somebody else on the other side. */
const orders =
  /\b(?:i|we|wir|ich) (?:\w+ )?(?:hire|hiring|engage|commission|pay|employ|beauftrag\w*|stell\w+)\b|\b(?:to|want to|need to) hire\b/;
const payers = ['client', 'customer', 'buyer', 'employer'];
const trades: Readonly<Record<string, string>> = {
  contractor: '|developer|designer|consultant|freelance \\w+|copywriter|translator|photographer',
  supplier: '|freelancer|developer|designer|consultant',
};

/** The side that the writer of a request says they are on; null where they say nothing of it. */
export function sideSaid(template: Template, request: string, answers: Answers): string | null {
  const pair = pairOf(template);
  if (!pair) return null;
  const low = folded(request);
  const [a, b] = pair.map(({ name }) => name) as [string, string];
  const other = (side: string) => (side === a ? b : a);
  for (const side of [a, b]) {
    const words = folded(`${calledAs(side) ?? side}${trades[side] ?? ''}`);
    if (
      pattern(
        `\\b${me} (?:an? |the |your |der |die |ein |eine |un |une |una )?(?:\\w+ )?(?:${words})\\b`,
      ).test(low)
    )
      return side;
    if (pattern(`\\b${mine} (?:new )?(?:${words})n?\\b`).test(low)) return other(side);
  }
  const payer = [a, b].find((side) => payers.includes(side));
  if (payer && orders.test(low)) return payer;
  if (isTurned(template, { low })) return takenFor(template, request);
  return ownName([a, b], request, answers);
}

/** Whoever says that they are the contractor, and names one other, has named the client. */
export function asSaid(template: Template, request: string, answers: Answers): Answers {
  const side = sideSaid(template, request, answers);
  const pair = pairOf(template);
  const held = side === null ? undefined : (answers[side] as { name?: unknown } | undefined);
  if (!pair || held === undefined || pair.every(({ name }) => answers[name] !== undefined)) return answers;
  const { us } = namesIn(stated(request, '2000-01-01'));
  return us !== null && held.name === us ? answers : swapped(template, answers);
}

/** "We are Wren Studio": whoever has that name on the paper. */
function ownName(sides: readonly string[], request: string, answers: Answers): string | null {
  const facts = stated(request, '2000-01-01');
  const { us } = namesIn(facts);
  if (us === null) return null;
  const at = facts.text.indexOf(us);
  const before = folded(facts.text.slice(Math.max(0, at - 32), at));
  const isOwn =
    /\b(?:i am|i'm|we are|we're|we,|us,?|me,?|my company(?: is)?,?|our company(?: is)?,?|wir sind|ich bin|wir,?|uns,?|nous sommes|je suis|somos|soy)[ (=:]{1,3}$/.test(
      before,
    );
  if (!isOwn) return null;
  return (
    sides.find((side) => {
      const party = answers[side] as { name?: unknown } | undefined;
      return party?.name === us;
    }) ?? null
  );
}

/** Answers of one document in another one for the same request: what both ask, and the sides by where they stand. */
export function carried(from: Template, to: Template, answers: Answers): Answers {
  const [before, after] = [sidesOf(from), sidesOf(to)];
  const fields = new Map(allFields(to).map((field) => [field.name, field]));
  return Object.fromEntries(
    Object.entries(answers).flatMap(([name, value]) => {
      const side = before.indexOf(name);
      const there = side < 0 ? name : after[side];
      const was = allFields(from).find((field) => field.name === name);
      const field = there === undefined ? undefined : fields.get(there);
      return field && field.kind.type === was?.kind.type ? [[field.name, value]] : [];
    }),
  );
}
