import { days } from '#base/clock.ts';
import type { ReportedEvent } from './contract.ts';

export interface ReportDescription {
  kind: 'error' | 'transaction';
  /** "TypeError: x is not a function" */
  title: string;
  /** "render, src/app.ts:12", or the page where no code is known. */
  place: string;
  /** Reports with one key are one trouble: numbers, ids and the marks of a build do not tell them apart. */
  groupKey: string;
  milliseconds: number | null;
}

type Frame = NonNullable<
  NonNullable<ReportedEvent['exception']>['values'][number]['stacktrace']
>['frames'][number];

export function describeReport(event: ReportedEvent): ReportDescription {
  const page = pathOf(event.request?.url);
  if (event.type === 'transaction') {
    const title = event.transaction ?? page ?? 'unnamed';
    const place = event.contexts?.trace?.op ?? '';
    return {
      kind: 'transaction',
      title,
      place,
      groupKey: JSON.stringify(['transaction', title, place]),
      milliseconds: duration(event),
    };
  }
  // The last one is what was thrown; those before it are its causes.
  const thrown = event.exception?.values.at(-1);
  const title = titleOf(thrown?.type, thrown?.value, event.message);
  const frames = thrown?.stacktrace?.frames ?? [];
  const top = frames.findLast((frame) => frame.in_app !== false) ?? frames.at(-1);
  return {
    kind: 'error',
    title,
    place: (top && placeOf(top)) || page || event.transaction || '',
    groupKey: JSON.stringify([
      'error',
      thrown?.type,
      ofOneKind(thrown?.value ?? event.message ?? ''),
      withoutBuild(top?.filename ?? ''),
      top?.function,
    ]),
    milliseconds: null,
  };
}

function titleOf(type = '', value = '', message = ''): string {
  const words =
    type && value ? `${type}: ${value}` : type || value || message || 'An error without a message';
  return words.replace(/\s+/g, ' ').slice(0, 300);
}

function placeOf({ filename = '', function: name, lineno, colno }: Frame): string {
  const file = pathOf(filename) ?? filename;
  const at = [file, lineno, colno].filter((part) => part !== undefined && part !== '').join(':');
  return name && name !== '?' ? `${name}, ${at}` : at;
}

/** The same trouble with another order or another day is one trouble. */
const ofOneKind = (text: string): string => text.replace(/[0-9a-f]{8,}|\d+/gi, '#').slice(0, 300);

/** "/assets/app-Bq3x_9aZ.js" has another name in every release. */
const withoutBuild = (filename: string): string =>
  (pathOf(filename) ?? filename).replace(/-[\w-]{8}(\.\w+)$/, '$1');

const pathOf = (address = ''): string | undefined => /^https?:\/\/[^/]*(\/.*)$/.exec(address)?.[1];

function duration({ timestamp, start_timestamp: start }: ReportedEvent): number | null {
  const milliseconds =
    timestamp !== undefined && start !== undefined ? Math.round((timestamp - start) * 1000) : -1;
  return milliseconds >= 0 && milliseconds < days(1) ? milliseconds : null;
}

export const mostSampleBytes = 50_000;

/** The event itself within its bound: what lies farthest from the trouble goes first. */
export function sampleOf(event: ReportedEvent): ReportedEvent {
  const size = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
  let sample = event;
  for (const keep of [20, 8, 2, 0]) {
    if (size(sample) <= mostSampleBytes) return sample;
    const last = <T>(list: T[]): T[] => (keep === 0 ? [] : list.slice(-keep));
    sample = {
      ...sample,
      spans: undefined,
      exception: sample.exception && {
        values: sample.exception.values.slice(-2).map((value) => ({
          ...value,
          stacktrace: value.stacktrace && { frames: last(value.stacktrace.frames) },
        })),
      },
    };
  }
  return { ...sample, tags: undefined, exception: undefined };
}
