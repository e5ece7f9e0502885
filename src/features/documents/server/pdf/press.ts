import { Worker } from 'node:worker_threads';
import { Problem } from '#base/problem.ts';
import type { Doc } from '#features/documents/rules/doc.ts';
import type { SheetOptions } from '#features/documents/rules/sheet.ts';
import { pdfJob } from './input.ts';
import type { WorkerAnswer, WorkerTask } from './worker.ts';

export interface Printed {
  pdf: Uint8Array<ArrayBuffer>;
  pages: number;
  /** False when the standard for accessible files could not be kept. */
  accessible: boolean;
}

/** Sets documents in type, one after another, in a thread of its own. */
export interface Press {
  print(doc: Doc, options?: SheetOptions): Promise<Printed>;
  /** For papers that have to come, such as an invoice: no letter of a name refuses them. */
  printAnyhow(doc: Doc, options?: SheetOptions): Promise<Printed>;
  /** The same sheet for Word. */
  word(doc: Doc, options?: SheetOptions): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(printed: Printed): void;
  reject(error: unknown): void;
}

const mostWaiting = 40;
const mostMilliseconds = 20_000;

/** `report` hears what the thread could not do; who asked gets a definite answer in any case. */
export function createPress(report: (words: string) => void = () => {}): Press {
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;
  let last = 0;
  const waiting = new Map<number, Waiting>();

  function start(): Worker {
    // How the hub itself was started (--eval, --input-type) is no way to start a file.
    const started = new Worker(new URL('./worker.ts', import.meta.url), { execArgv: [] });
    // The thread alone never keeps the hub running.
    started.unref();
    started.on('message', (answer: WorkerAnswer) => settle(answer));
    started.on('error', (error) => stop(started, String(error)));
    started.on('exit', () => stop(started, 'the thread ended'));
    return started;
  }

  function settle(answer: WorkerAnswer): void {
    const entry = waiting.get(answer.id);
    waiting.delete(answer.id);
    watch();
    if (!entry) return;
    if ('error' in answer) {
      report(answer.error);
      entry.reject(
        new Problem(
          'internal',
          'This document could not be made into a file. Your text is safe; print it from the page instead.',
        ),
      );
    } else if ('missing' in answer)
      entry.reject(
        new Problem(
          'bad_request',
          `This hub has no letters for ${answer.missing}, and a PDF would show boxes. Print from the page instead, or download for Word: both use the letters of your own device.`,
        ),
      );
    else
      entry.resolve({ pdf: new Uint8Array(answer.pdf), pages: answer.pages, accessible: answer.accessible });
  }

  /** Ends the thread and answers everybody; the next document starts a new one. */
  function stop(which: Worker, words: string): void {
    if (worker !== which) return;
    worker = null;
    clearTimeout(timer);
    if (waiting.size > 0) report(words);
    for (const entry of waiting.values())
      entry.reject(
        new Problem('unavailable', 'The file took too long. Try again in a moment.', {
          retryAfterSeconds: 5,
        }),
      );
    waiting.clear();
    void which.terminate();
  }

  /** The longest that one document may take, counted anew with each. */
  function watch(): void {
    clearTimeout(timer);
    const watched = worker;
    if (!watched) return;
    // What somebody waits for is finished before the process ends.
    if (waiting.size === 0) return watched.unref();
    watched.ref();
    timer = setTimeout(() => stop(watched, `no answer in ${mostMilliseconds} ms`), mostMilliseconds);
    timer.unref();
  }

  async function make(
    as: WorkerTask['as'],
    doc: Doc,
    options?: SheetOptions,
    mustCome = false,
  ): Promise<Printed> {
    if (waiting.size >= mostWaiting) {
      throw new Problem('unavailable', 'Many documents are being printed. Try again in a moment.', {
        retryAfterSeconds: 2,
      });
    }
    const job = pdfJob(doc, options, mustCome);
    worker ??= start();
    const id = ++last;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker?.postMessage({ id, as, job } satisfies WorkerTask);
      if (waiting.size === 1) watch();
    });
  }

  return {
    print: (doc, options) => make('pdf', doc, options),
    printAnyhow: (doc, options) => make('pdf', doc, options, true),
    word: async (doc, options) => (await make('docx', doc, options)).pdf,
    async close() {
      const closing = worker;
      if (!closing) return;
      stop(closing, 'closed');
      await closing.terminate();
    },
  };
}
