import type { Route } from '#platform/server/http/route.ts';
import { pieces, runOf, wildBodies } from './hostile-shapes.ts';

/** Requests with the worst shapes in every text field of every route, made of what the routes say of themselves. */

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  minimum?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}
interface Operation {
  parameters?: { name: string; in: 'path' | 'query'; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
}

export interface Shot {
  name: string;
  method: string;
  path: string;
  /** Made when it is sent: all of them together would fill the memory. */
  body?(): string;
}

const fitting = [
  'DE',
  'en',
  'en-US',
  '#aa5500',
  'step-one',
  'key-0000000000',
  'usr_00000000000000000000',
  'ada@example.com',
  '2026-11-21T12:00:00Z',
  '2026-11-21',
  '1',
  'USD',
  `${'a'.repeat(64)}.png`,
  'mutual-nda',
  'pdf',
  'x'.repeat(24),
];
const usualBody = 100 * 1024;

/** Of each route and each of its text fields one request a piece, as large as it may be; the path is filled with what fits. */
export function shotsOf(paths: Record<string, Record<string, Operation>>, routes: readonly Route[]): Shot[] {
  const largest = new Map(
    routes.map(({ method, path, maxBody }) => [
      `${method} ${path.replace(/:(\w+)(?:\{[^{}]*\})?/g, '{$1}')}`,
      maxBody ?? usualBody,
    ]),
  );
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([lower, { parameters = [], requestBody }]) => {
      const method = lower.toUpperCase();
      const name = `${method} ${path}`;
      const room = Math.floor((largest.get(name) ?? usualBody) * 0.95) - 500;
      const inPath = (own?: { field: string; words: string }): string =>
        parameters
          .filter((one) => one.in === 'path')
          .reduce(
            (so, { name: field, schema }) =>
              so.replace(
                `{${field}}`,
                encodeURIComponent(own?.field === field ? own.words : textFor(schema)),
              ),
            path,
          );
      const shots: Shot[] = [];
      for (const { name: field, in: place } of parameters)
        for (const piece of pieces) {
          const words = runOf(piece, 1200, 1200).toWellFormed();
          const target =
            place === 'path'
              ? inPath({ field, words })
              : `${inPath()}?${new URLSearchParams({ [field]: words })}`;
          if (target.length < 12_000)
            shots.push({
              name: `${name} ${field} = ${JSON.stringify(piece)}…`,
              method,
              path: target,
              ...(requestBody && { body: () => '{}' }),
            });
        }
      const schema = requestBody?.content['application/json'].schema;
      if (!schema) return shots;
      const base = valueFor(schema);
      for (const { steps, most } of textsIn(schema))
        for (const piece of pieces)
          shots.push({
            name: `${name} ${steps.join('.')} = ${JSON.stringify(piece)}…`,
            method,
            path: inPath(),
            body: () => JSON.stringify(put(base, steps, runOf(piece, most, room))),
          });
      for (const [at, body] of wildBodies(Math.min(room, 2_000_000)).entries())
        shots.push({ name: `${name} wild ${at}`, method, path: inPath(), body });
      return shots;
    }),
  );
}

const variantOf = (schema: Schema): Schema =>
  schema.anyOf?.find((one) => one.type === 'object') ??
  schema.anyOf?.find((one) => one.type !== 'null') ??
  schema;
const typeOf = ({ type }: Schema): string | undefined =>
  Array.isArray(type) ? type.find((one) => one !== 'null') : type;

function textFor(schema: Schema): string {
  const one = variantOf(schema);
  if (typeof one.enum?.[0] === 'string') return one.enum[0];
  const pattern = one.pattern === undefined ? null : new RegExp(one.pattern, 'u');
  return (
    fitting.find((text) => (pattern?.test(text) ?? true) && text.length <= (one.maxLength ?? Infinity)) ?? 'x'
  );
}

/** The smallest that a schema takes, as far as it says. */
function valueFor(given: Schema): unknown {
  const schema = variantOf(given);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name))
          .map(([name, of]) => [name, valueFor(of)]),
      );
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => valueFor(schema.items ?? {}));
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'string':
      return textFor(schema);
    default:
      return 'x';
  }
}

interface Place {
  steps: (string | number)[];
  most: number;
}

/** Where text may stand. What any value may be is tried as text as well. */
function textsIn(given: Schema, steps: Place['steps'] = []): Place[] {
  const schema = variantOf(given);
  if (schema.const !== undefined || schema.enum || steps.length > 6) return [];
  switch (typeOf(schema)) {
    case 'object': {
      const named = Object.entries(schema.properties ?? {}).flatMap(([name, of]) =>
        textsIn(of, [...steps, name]),
      );
      const others =
        typeof schema.additionalProperties === 'object'
          ? textsIn(schema.additionalProperties, [...steps, 'title'])
          : [];
      return [...named, ...others];
    }
    case 'array':
      return textsIn(schema.items ?? {}, [...steps, 0]);
    case 'string':
    case undefined:
      return [{ steps, most: schema.maxLength ?? Infinity }];
    default:
      return [];
  }
}

function put(into: unknown, [step, ...rest]: Place['steps'], words: string): unknown {
  if (step === undefined) return words;
  if (typeof step === 'number') return [put(Array.isArray(into) ? into[0] : undefined, rest, words)];
  const known = typeof into === 'object' && into !== null ? (into as Record<string, unknown>) : {};
  return { ...known, [step]: put(known[step], rest, words) };
}
