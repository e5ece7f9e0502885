/**
 * The value of an incomplete JSON text: open strings, lists and objects are closed where they end. A code fence or
 * prose around the object is skipped. Undefined until something can be read; with `whole`, nothing is closed.
 */
export function partialJson(text: string, whole = false): unknown {
  // Braces in the prose around it don't start an object.
  const start = text.search(/\{\s*(?:["}]|$)/);
  if (start < 0) return undefined;
  const open: string[] = [];
  let inString = false;
  let escaped = false;
  let end = text.length;
  /** Where the last string outside any other starts. */
  let quoted = -1;
  for (let at = start; at < text.length; at++) {
    const sign = text[at] as string;
    if (inString) {
      if (escaped) escaped = false;
      else if (sign === '\\') escaped = true;
      else if (sign === '"') inString = false;
    } else if (sign === '"') [inString, quoted] = [true, at];
    else if (sign === '{' || sign === '[') open.push(sign === '{' ? '}' : ']');
    else if ((sign === '}' || sign === ']') && (open.pop(), open.length === 0)) {
      end = at + 1;
      break;
    }
  }
  const body = text.slice(start, end);
  if (open.length === 0 || whole) return read(body);
  const closing = [...open].reverse().join('');
  const stem = inString ? `${body.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, '')}"` : body;
  // A key without its value, a half-written literal or a trailing comma doesn't count yet.
  for (const candidate of [stem, withoutLast(stem, quoted - start), stem.replace(/,\s*[\w.+-]*$/, '')]) {
    const value = read(candidate + closing);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Drops the last string, the comma before it and any half of a value after it. */
function withoutLast(stem: string, from: number): string {
  if (from < 0 || !/^"(?:[^"\\]|\\.)*"\s*(?::\s*)?[\w.+-]*$/.test(stem.slice(from))) return stem;
  const before = stem.slice(0, from).trimEnd();
  return before.endsWith(',') ? before.slice(0, -1) : before;
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
