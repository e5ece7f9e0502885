import type * as z from 'zod/mini';
import { mostParts } from '#base/text-parts.ts';
import type { Side } from '#base/split-test.ts';
import { type MailWords, textsOf } from '#features/letters/rules/blocks.ts';
import { mergeFault } from '#features/letters/rules/merge.ts';
import { SequenceBody } from '../../rules/contract.ts';
import { saysTheSame } from '../../rules/split.ts';
import { sampleText, tooLongWords } from '../../rules/text-message.ts';
import { allSteps, type Step } from '../../rules/steps.ts';

/** What the server would refuse, said where it can be put right: by step and field, and '' for the sequence itself. */
export type Faults = Readonly<Record<string, Readonly<Record<string, string>>>>;

type Issue = z.core.$ZodIssue;
const whole = '';
const otherPrefix = 'other.';

export function faultsOf(body: SequenceBody, shop = ''): Faults {
  const parsed = SequenceBody.safeParse(body);
  const faults: Record<string, Record<string, string>> = {};
  const say = (of: string, field: string, words: string) => {
    faults[of] = { [field]: words, ...faults[of] };
  };
  for (const { path, message } of (parsed.error?.issues ?? []).flatMap(innermost)) {
    const { id, field } = addressed(body, path);
    say(id, field, message);
  }
  for (const step of allSteps(body.steps)) {
    if (step.kind === 'text') {
      const fault =
        mergeFault(step.text) ??
        (sampleText(step.text, shop).counted.parts > mostParts ? tooLongWords : null);
      if (fault) say(step.id, 'text', fault);
    }
    if (step.kind !== 'mail') continue;
    const { other } = step;
    for (const [field, fault] of wordFaults(step)) say(step.id, field, fault);
    if (!other) continue;
    for (const [field, fault] of wordFaults(other)) say(step.id, `${otherPrefix}${field}`, fault);
    if (saysTheSame(step))
      say(step.id, `${otherPrefix}subject`, 'B says the same as A. Change its subject or its text.');
  }
  return faults;
}

function wordFaults({ subject, blocks }: MailWords): [string, string][] {
  const texts = blocks.flatMap((block, index) =>
    textsOf(block).map(([field, text]): [string, string] => [`blocks.${index}.${field}`, text]),
  );
  const found = [['subject', subject] as [string, string], ...texts].flatMap(
    ([field, text]): [string, string][] => {
      const fault = mergeFault(text);
      return fault ? [[field, fault]] : [];
    },
  );
  for (const [index, block] of blocks.entries())
    if (block.kind === 'button' && block.label !== '' && block.link === '')
      found.push([`blocks.${index}.link`, 'A button needs a link.']);
  return found;
}

/** What is wrong with one of two wordings, by the names of its own fields. */
export function faultsOn(side: Side, faults: Faults[string]): Faults[string] {
  const isOther = (field: string) => field.startsWith(otherPrefix);
  return Object.fromEntries(
    Object.entries(faults)
      .filter(([field]) => isOther(field) === (side === 'b'))
      .map(([field, fault]) => [side === 'b' ? field.slice(otherPrefix.length) : field, fault]),
  );
}

/** Of a step that fits no kind, what is wrong with it as the kind that it is. */
function innermost(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const isOtherKind = (all: readonly Issue[]) =>
    all.some(({ path }) => /^(?:kind|is|on)$/.test(String(path[0])) && path.length === 1);
  const own = issue.errors.find((all) => !isOtherKind(all));
  return (own ?? []).flatMap((inner) =>
    innermost({ ...inner, path: [...issue.path, ...inner.path] } as Issue),
  );
}

/** `steps.2.yes.0.subject` is the subject of that step. */
function addressed(body: SequenceBody, path: readonly PropertyKey[]): { id: string; field: string } {
  let list: readonly Step[] = body.steps;
  let id = whole;
  let rest = path;
  while (/^(?:steps|yes|no)$/.test(String(rest[0])) && typeof rest[1] === 'number') {
    const step: Step | undefined = list[rest[1]];
    if (!step) break;
    id = step.id;
    rest = rest.slice(2);
    if (step.kind === 'branch') list = rest[0] === 'no' ? step.no : step.yes;
  }
  return { id, field: rest.map(String).join('.') || 'steps' };
}
