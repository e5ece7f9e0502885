/** A regular expression as a tree: as much of it as is needed to write texts that keep it busy. */
export type Part =
  | { p: 'set'; source: string }
  | { p: 'chain'; parts: Part[] }
  | { p: 'choice'; parts: Part[] }
  | { p: 'repeat'; part: Part; least: number; most: number }
  /** What takes no letters: an edge, a look ahead or behind. */
  | { p: 'edge' };

const group = /^\((?:\?(?:<([=!])|([=!])|:|[imsv-]*:|<[^>]+>))?/;
const escape =
  /^\\(?:[pP]\{[^}]+\}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|k<[^>]+>|[1-9]\d*|[^])/;
const quantifier = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/;

export function parsePattern(source: string): Part {
  let rest = source;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(rest);
    if (found) rest = rest.slice(found[0].length);
    return found;
  };

  function choice(): Part {
    const parts = [chain()];
    while (rest.startsWith('|')) {
      rest = rest.slice(1);
      parts.push(chain());
    }
    return parts.length === 1 && parts[0] ? parts[0] : { p: 'choice', parts };
  }

  function chain(): Part {
    const parts: Part[] = [];
    while (rest !== '' && !rest.startsWith('|') && !rest.startsWith(')')) parts.push(repeated(atom()));
    return { p: 'chain', parts };
  }

  function repeated(part: Part): Part {
    const found = take(quantifier);
    if (!found) return part;
    const [all, from, comma, to] = found;
    const least = from === undefined ? (all.startsWith('+') ? 1 : 0) : Number(from);
    const most =
      from === undefined
        ? all.startsWith('?')
          ? 1
          : Infinity
        : comma === ''
          ? least
          : Number(to || Infinity);
    return { p: 'repeat', part, least, most };
  }

  function atom(): Part {
    const opened = take(group);
    if (opened) {
      const inner = choice();
      rest = rest.slice(1);
      return opened[1] || opened[2] ? { p: 'edge' } : inner;
    }
    if (take(/^(?:[\^$]|\\[bB])/)) return { p: 'edge' };
    const set = rest.startsWith('[') ? setLength(rest) : (escape.exec(rest)?.[0].length ?? 0);
    const length = set || ((rest.codePointAt(0) ?? 0) > 0xffff ? 2 : 1);
    const found = rest.slice(0, length);
    rest = rest.slice(length);
    // What was found before is found again: as long as that, and no choice.
    return /^\\(?:[1-9]|k<)/.test(found) ? { p: 'edge' } : { p: 'set', source: found };
  }

  return choice();
}

function setLength(text: string): number {
  for (let at = 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ']') return at + 1;
  }
  return text.length;
}

/** All sets of letters in it, each once. */
export function setsOf(part: Part): string[] {
  const found = new Set<string>();
  const walk = (one: Part): void => {
    if (one.p === 'set') found.add(one.source);
    else if (one.p === 'repeat') walk(one.part);
    else if (one.p !== 'edge') one.parts.forEach(walk);
  };
  walk(part);
  return [...found];
}
