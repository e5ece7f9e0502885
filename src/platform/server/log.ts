import { systemClock } from '#base/clock.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
/** What a log line may contain: plain facts, never a person's address, name or text. */
export type LogFacts = Record<string, string | number | boolean | undefined>;

export interface Log {
  debug(message: string, facts?: LogFacts): void;
  info(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  error(message: string, facts?: ErrorFacts): void;
}

/** Facts, and the error thrown (an index type can't express both separately). */
export type ErrorFacts = { error?: unknown; [fact: string]: unknown };

const order: LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** Writes to standard error in batches: a response doesn't wait for its log line. */
function createWriter(): (line: string, atOnce: boolean) => void {
  let waiting = '';
  const flush = () => {
    const lines = waiting;
    waiting = '';
    if (lines) process.stderr.write(lines);
  };
  process.once('exit', flush);
  return (line, atOnce) => {
    if (!waiting && !atOnce) setImmediate(flush);
    waiting += `${line}\n`;
    if (atOnce) flush();
  };
}

/** One JSON object per line, for machines. */
export function createLog(
  level: LogLevel,
  write: (line: string, atOnce: boolean) => void = createWriter(),
): Log {
  const at =
    (lineLevel: LogLevel) =>
    (message: string, facts: ErrorFacts = {}) => {
      if (order.indexOf(lineLevel) < order.indexOf(level)) return;
      const { error, ...rest } = facts;
      write(
        JSON.stringify({
          time: systemClock.now().toISOString(),
          level: lineLevel,
          message,
          ...rest,
          ...describeError(error),
        }),
        lineLevel === 'error',
      );
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function describeError(error: unknown): Record<string, string> {
  if (error === undefined) return {};
  if (!(error instanceof Error)) return { error: typeof error };
  // The message of a database error can quote a row; its code and the position in our code say enough.
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const fromDatabase = 'severity' in error;
  return {
    error: fromDatabase ? `${error.name} ${code}` : error.message,
    ...(code === undefined ? {} : { code }),
    stack: (error.stack ?? '')
      .split('\n')
      .slice(1, 6)
      .map((line) => line.trim())
      .join(' | '),
  };
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
