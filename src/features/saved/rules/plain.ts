/**
 * Why a value is no plain data, or null. Plain is what JSON can carry, and dates: no functions, no objects with a
 * class of their own, no circles.
 */
export function unplainReason(value: unknown, name = 'data'): string | null {
  return look(value, name, new Set());
}

const deepest = 200;

function look(value: unknown, name: string, above: Set<object>): string | null {
  if (value === null || value === undefined) return null;
  const type = typeof value;
  if (type === 'string' || type === 'number' || type === 'boolean') return null;
  if (type !== 'object') return `${name} is a ${type}`;
  const object = value as object;
  if (above.has(object)) return `${name} contains itself`;
  if (above.size >= deepest) return `${name} is nested too deeply`;
  if (isDate(object)) return null;
  const isList = Array.isArray(object);
  if (!isList && !isPlain(object)) return `${name} is a ${className(object)}`;
  if (Object.getOwnPropertySymbols(object).length > 0) return `${name} has a symbol as a key`;
  above.add(object);
  for (const [key, part] of Object.entries(object)) {
    const reason = look(part, isList ? `${name}[${key}]` : `${name}.${key}`, above);
    if (reason !== null) return reason;
  }
  above.delete(object);
  return null;
}

// A frame has its own Object: plain is what has nothing behind its prototype.
function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const isDate = (object: object): boolean => Object.prototype.toString.call(object) === '[object Date]';

const className = (object: object): string => {
  const { constructor } = object as { constructor?: { name?: unknown } };
  return typeof constructor?.name === 'string' && constructor.name !== ''
    ? constructor.name
    : 'special object';
};
