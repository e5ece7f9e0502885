import { ExpressionMistake, parseCondition, type Scope } from './expression.ts';
import type { Branch, Expr, Inline } from './template.ts';

/** Where a line of text is read: what may be asked for, and where to tell what is wrong. */
export interface Place {
  scope: Scope;
  wrong(words: string): void;
  /** Hears what the line refers to. */
  refers?(id: string): void;
}

type Style = { bold?: true; italic?: true };

const token = /\{\{(.*?)\}\}|"\*\*(.+?)\*\*"|\[\[(.+?)\]\]|(\*\*|\*)|<(br)>|\\(.)/g;

/**
 * The text of a paragraph: `{{field}}`, `{{if …}}…{{else}}…{{end}}`, `[[clause-id]]`, `"**Defined Term**"`, `**bold**`,
 * `*italic*`, `<br>`. A backslash makes the next character plain. Everything else is as typed, with typographic quotes.
 */
export function parseInline(source: string, place: Place): Inline[] {
  const top: Inline[] = [];
  const open: { branches: Branch<Inline>[] }[] = [];
  let into = top;
  let style: Style = {};
  let plain = '';
  let end = 0;

  const flush = (): void => {
    if (plain !== '') into.push({ i: 'text', text: plain, ...style });
    plain = '';
  };
  for (const match of source.matchAll(token)) {
    plain += curly(source.slice(end, match.index), end === 0 ? '' : (source[end - 1] ?? ''));
    end = match.index + match[0].length;
    const [, braces, term, reference, mark, lineEnd, escaped] = match;
    if (escaped !== undefined) {
      plain += escaped;
      continue;
    }
    flush();
    if (lineEnd !== undefined) into.push({ i: 'break' });
    else if (term !== undefined) into.push({ i: 'term', text: term });
    else if (reference !== undefined) {
      into.push({ i: 'ref', id: reference.trim() });
      place.refers?.(reference.trim());
    } else if (mark !== undefined) style = toggled(style, mark === '**' ? 'bold' : 'italic');
    else into = statement((braces ?? '').trim(), into);
  }
  plain += curly(source.slice(end), end === 0 ? '' : (source[end - 1] ?? ''));
  flush();
  if (open.length > 0) place.wrong('{{if …}} has no {{end}} in this paragraph');
  if (style.bold || style.italic) place.wrong('bold or italic starts but doesn’t end in this paragraph');
  return top;

  function statement(words: string, target: Inline[]): Inline[] {
    const condition = /^(if|else if)\s+(\S.*)$/.exec(words);
    if (condition?.[1] === 'if') {
      const branches: Branch<Inline>[] = [{ when: readCondition(condition[2] ?? '', place), body: [] }];
      target.push({ i: 'if', branches });
      open.push({ branches });
      return branches[0]?.body ?? target;
    }
    if (condition || words === 'else' || words === 'end') {
      const current = open.at(-1);
      if (!current) {
        place.wrong(`{{${words}}} has no {{if …}} before it in this paragraph`);
        return target;
      }
      if (words === 'end') {
        open.pop();
        return open.at(-1)?.branches.at(-1)?.body ?? top;
      }
      const body: Inline[] = [];
      current.branches.push({ when: condition ? readCondition(condition[2] ?? '', place) : null, body });
      return body;
    }
    const known = place.scope(words);
    if (!known) place.wrong(`{{${words}}}: no question or computed value in this document has this name`);
    if (known?.when && !known.words) place.wrong(`{{${words}}}: a yes/no question can’t be inserted as text`);
    if (known?.words) {
      const branches = known.words.map(({ when, words: text }): Branch<Inline> => ({
        when,
        body: [{ i: 'text', text, ...style }],
      }));
      target.push({ i: 'if', branches });
      return target;
    }
    target.push({ i: 'field', path: words, ...style });
    return target;
  }
}

const toggled = (style: Style, key: 'bold' | 'italic'): Style => {
  const { [key]: was, ...others } = style;
  return was ? others : { ...style, [key]: true };
};

/** In place of a condition that cannot be read, one that never holds: the reading goes on. */
export function readCondition(source: string, place: Place): Expr {
  try {
    return parseCondition(source, place.scope);
  } catch (error) {
    if (!(error instanceof ExpressionMistake)) throw error;
    place.wrong(`${source}: ${error.message}`);
    return { e: 'number', value: 0 };
  }
}

/** Straight quotes become typographic ones, two hyphens a dash. */
function curly(text: string, before: string): string {
  return text
    .replace(/"/g, (_, at: number) => (opensAt(text, at, before) ? '“' : '”'))
    .replace(/'/g, (_, at: number) => (opensAt(text, at, before) ? '‘' : '’'))
    .replace(/ -- /g, ' – ');
}

const opensAt = (text: string, at: number, before: string): boolean =>
  /^$|[\s([“‘]/.test(at > 0 ? (text[at - 1] ?? '') : before);
