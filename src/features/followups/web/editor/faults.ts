import type * as z from 'zod/mini';
import { textsOf } from '#features/letters/rules/blocks.ts';
import { mergeFault } from '#features/letters/rules/merge.ts';
import { SequenceBody } from '../../rules/contract.ts';
import { allSteps, type Step } from '../../rules/steps.ts';

/** What the server would refuse, said where it can be put right: by step and field, and '' for the sequence itself. */
export type Faults = Readonly<Record<string, Readonly<Record<string, string>>>>;

type Issue = z.core.$ZodIssue;
const whole = '';

export function faultsOf(body: SequenceBody): Faults {
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
    if (step.kind !== 'mail') continue;
    const texts = step.blocks.flatMap((block, index) =>
      textsOf(block).map(([field, text]): [string, string] => [`blocks.${index}.${field}`, text]),
    );
    for (const [field, text] of [['subject', step.subject] as const, ...texts]) {
      const fault = mergeFault(text);
      if (fault) say(step.id, field, fault);
    }
    for (const [index, block] of step.blocks.entries())
      if (block.kind === 'button' && block.label !== '' && block.link === '')
        say(step.id, `blocks.${index}.link`, 'A button needs a link.');
  }
  return faults;
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
