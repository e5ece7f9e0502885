import * as z from 'zod/mini';
import { anonymous } from '#base/anonymous.ts';

/**
 * What is kept of a report, out of the much that the reporting clients may send or a stranger may make up: names, words
 * and places of code. No headers, cookies, addresses or breadcrumbs: what is not named here is not kept. Whatever is of
 * another kind than it should be counts as missing, so that one odd field does not cost the report.
 */

// The character zero, which no database text holds, and what a terminal would obey or turn around.
const unprintable = /(?![\n\t])\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

export const tidy = (text: string, most: number): string =>
  anonymous(text.slice(0, most).toWellFormed().replace(unprintable, ' '));

const optional = <S extends z.ZodMiniType>(schema: S) => z.catch(z.optional(schema), undefined);
const words = (most: number) =>
  optional(
    z.pipe(
      z.string(),
      z.transform((text: string) => tidy(text, most)),
    ),
  );
const number = optional(z.number());
/** Cut before it is looked at: a hostile list is long. */
const atMost = <S extends z.ZodMiniType>(count: number, schema: S) =>
  z.pipe(
    z.transform((list: unknown) => (Array.isArray(list) ? list.slice(-count) : [])),
    z.array(z.catch(schema, {} as never)),
  );

const address = optional(
  z.pipe(
    z.string(),
    z.transform((text: string) => tidy(text.replace(/[?#][^]*$/, ''), 300)),
  ),
);

const frame = z.object({
  filename: address,
  function: words(150),
  lineno: number,
  colno: number,
  in_app: optional(z.boolean()),
});
const exception = z.object({
  type: words(150),
  value: words(2000),
  stacktrace: optional(z.object({ frames: atMost(40, frame) })),
});

const tags = z.pipe(
  z.transform((value: unknown) =>
    Object.fromEntries(
      Object.entries(typeof value === 'object' && value !== null ? value : {})
        .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
        .slice(0, 20)
        .map(([name, text]) => [tidy(name, 50), tidy(text, 200)]),
    ),
  ),
  z.record(z.string(), z.string()),
);

const span = z.object({ op: words(50), description: address, start_timestamp: number, timestamp: number });

export const reportedEvent = z.object({
  type: optional(z.literal('transaction')),
  timestamp: number,
  start_timestamp: number,
  level: words(20),
  platform: words(30),
  transaction: address,
  release: words(80),
  environment: words(40),
  message: z.catch(
    z.optional(
      z.pipe(
        z.union([z.string(), z.object({ formatted: z.string() })]),
        z.transform((message) => tidy(typeof message === 'string' ? message : message.formatted, 2000)),
      ),
    ),
    undefined,
  ),
  exception: optional(z.object({ values: atMost(4, exception) })),
  request: optional(z.object({ url: address })),
  contexts: optional(z.object({ trace: optional(z.object({ op: words(50) })) })),
  tags: optional(tags),
  spans: optional(atMost(30, span)),
});
export type ReportedEvent = z.output<typeof reportedEvent>;
