import { allFields, type Branch, type Expr, type Inline, type Template } from './template.ts';

/** Says in the words of the questions why a part of a text is there. */
export interface Reasons {
  /** Of a part that some answers leave out. */
  of<T>(branches: Branch<T>[], chosen: Branch<T>): string;
  /** Of a line whose wording some answers change; empty when none does. */
  within(words: Inline[]): string;
}

export function reasonsOf(template: Template): Reasons {
  const fields = new Map(allFields(template).map((field) => [field.name, field]));
  const sums = new Map(template.computed.map(({ name, label }) => [name, label]));
  const label = (path: string): string => {
    const [name = ''] = path.split('.');
    return fields.get(name)?.label ?? sums.get(name) ?? name;
  };
  const option = (path: string, value: string): string => {
    const kind = fields.get(path.split('.')[0] ?? '')?.kind;
    return (kind?.type === 'choice' && kind.options.find((one) => one.value === value)?.words) || value;
  };
  const isYesNo = (path: string) => fields.get(path)?.kind.type === 'yesno';

  function words(expr: Expr, isSo = true): string {
    if (expr.e === 'field')
      return isYesNo(expr.path)
        ? `${label(expr.path)}: ${isSo ? 'yes' : 'no'}`
        : `${label(expr.path)} is ${isSo ? '' : 'not '}answered`;
    if (expr.e !== 'op') return names(expr);
    const [first, second] = expr.args as [Expr, Expr];
    if (expr.op === 'not') return words(first, !isSo);
    const any = oneOf(expr);
    if (any) {
      const options = any.values.map((value) => option(any.path, value));
      return `${label(any.path)}: ${isSo ? options.join(', or ') : `not ${options.join(', nor ')}`}`;
    }
    if (expr.op === 'and' || expr.op === 'or') {
      // Not (a and b) is: not a, or not b.
      const joint = (expr.op === 'and') === isSo ? ' and ' : ' or ';
      return `${words(first, isSo)}${joint}${words(second, isSo)}`;
    }
    return names(expr);
  }

  /** What is left of a choice when all the branches before are about some of its options. */
  function others<T>(branches: Branch<T>[]): string | null {
    const asked = branches.flatMap(({ when }) => {
      if (when?.e !== 'op' || when.op !== 'is') return when ? [null] : [];
      const [of, value] = when.args;
      return of?.e === 'field' && value?.e === 'word' ? [{ path: of.path, value: value.value }] : [null];
    });
    const [first] = asked;
    if (!first || asked.some((one) => one?.path !== first.path)) return null;
    const kind = fields.get(first.path)?.kind;
    if (kind?.type !== 'choice' || kind.other !== null) return null;
    const left = kind.options.filter(({ value }) => !asked.some((one) => one?.value === value));
    return left.length === 0 ? null : `${label(first.path)}: ${left.map((one) => one.words).join(', or ')}`;
  }

  const names = (expr: Expr): string => [...new Set(pathsOf(expr).map(label))].join(', ');

  return {
    of(branches, chosen) {
      if (chosen.when) return words(chosen.when);
      const rest = others(branches);
      if (rest !== null) return rest;
      return branches.flatMap(({ when }) => (when ? [words(when, false)] : [])).join(' and ');
    },
    within(inlines) {
      const asked = inlines.flatMap((inline) =>
        inline.i === 'if' ? inline.branches.flatMap(({ when }) => (when ? pathsOf(when) : [])) : [],
      );
      return [...new Set(asked.map(label))].join(', ');
    },
  };
}

/** One choice, and the options of it that are meant. */
function oneOf(expr: Expr): { path: string; values: string[] } | null {
  if (expr.e !== 'op') return null;
  const [first, second] = expr.args as [Expr, Expr];
  if (expr.op === 'is' && first.e === 'field' && second.e === 'word')
    return { path: first.path, values: [second.value] };
  const both = expr.op === 'or' ? [oneOf(first), oneOf(second)] : [];
  const [one, other] = both;
  return one && other && one.path === other.path
    ? { path: one.path, values: [...one.values, ...other.values] }
    : null;
}

/** The answers that an expression asks for. */
export function pathsOf(expr: Expr): string[] {
  if (expr.e === 'field') return [expr.path];
  return expr.e === 'op' || expr.e === 'call' ? expr.args.flatMap(pathsOf) : [];
}
