import { Worker } from 'node:worker_threads';
import { Problem } from '#base/problem.ts';
import { FairQueue } from './fair-queue.ts';
import type { Answered, Asked } from './thread.ts';

export interface FairWorkerOptions {
  /** The module of the thread: it calls `answerTasks`. */
  file: URL;
  mostWaiting: number;
  /** How long a task may take; then its thread is terminated, and the next task starts in a new one. */
  mostMilliseconds: number;
  /** The thread's heap limit, in MB. */
  memory: number;
  /** After this long without work, the thread exits and frees its memory. */
  restMilliseconds?: number;
  words: { full: string; overrun: string; tooMuch: string; failed: string };
  /** Called with errors of the thread. */
  report?(words: string): void;
}

export interface FairWorker<Task, Answer> {
  /** Runs one task after another, in turn for each caller. Rejects with a Problem if it can't. */
  run(caller: string, task: Task): Promise<Answer>;
  close(): Promise<void>;
}

/** A thread loads its files first, which takes long on a busy machine. */
const mostLoading = 60_000;

interface Job<Task, Answer> {
  task: Task;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Heavy work in its own thread: the hub stays responsive, and no caller blocks another for long. */
export function createFairWorker<Task, Answer>({
  file,
  mostWaiting,
  mostMilliseconds,
  memory,
  restMilliseconds,
  words,
  report = () => {},
}: FairWorkerOptions): FairWorker<Task, Answer> {
  const queue = new FairQueue<Job<Task, Answer>>(mostWaiting);
  let thread: Worker | null = null;
  let isReady = false;
  let running: Job<Task, Answer> | null = null;
  let timer: NodeJS.Timeout | undefined;

  function start(): Worker {
    // Options for starting the hub itself (--eval, --input-type) don't work for a file.
    const started = new Worker(file, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: memory } });
    // The thread alone never keeps the process alive.
    started.unref();
    started.on('message', (answer: Answered<Answer>) => settle(started, answer));
    started.on('error', (error: NodeJS.ErrnoException) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (!isFull) report(String(error));
      lose(started, isFull ? new Problem('too_large', words.tooMuch) : busy(words.overrun));
    });
    started.on('exit', () => lose(started, busy(words.overrun)));
    return started;
  }

  function settle(from: Worker, answer: Answered<Answer>): void {
    if (from !== thread) return;
    if ('isReady' in answer) {
      isReady = true;
      if (running) watch(from, mostMilliseconds);
      return;
    }
    if (!running) return;
    const job = running;
    running = null;
    if ('answer' in answer) job.resolve(answer.answer);
    else if ('code' in answer) job.reject(new Problem(answer.code, answer.words));
    else {
      report(answer.fault);
      job.reject(new Problem('internal', words.failed));
    }
    next();
  }

  /** The thread is unusable: the caller whose task it had gets an error, everyone else keeps waiting. */
  function lose(which: Worker, problem: Problem): void {
    if (which !== thread) return;
    thread = null;
    isReady = false;
    const job = running;
    running = null;
    void which.terminate();
    job?.reject(problem);
    next();
  }

  function next(): void {
    clearTimeout(timer);
    const job = queue.next();
    if (!job) {
      const resting = thread;
      resting?.unref();
      if (resting && restMilliseconds !== undefined)
        timer = setTimeout(() => lose(resting, busy(words.overrun)), restMilliseconds).unref();
      return;
    }
    running = job;
    const working = (thread ??= start());
    // Work that someone is waiting for is finished before the process exits.
    working.ref();
    working.postMessage({ task: job.task } satisfies Asked<Task>);
    watch(working, isReady ? mostMilliseconds : mostLoading);
  }

  function watch(working: Worker, milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      report(`no response within ${milliseconds} ms`);
      lose(working, busy(words.overrun));
    }, milliseconds).unref();
  }

  return {
    run(caller, task) {
      return new Promise<Answer>((resolve, reject) => {
        const pushedOut = queue.add(caller, { task, resolve, reject });
        pushedOut?.reject(new Problem('unavailable', words.full, { retryAfterSeconds: 2 }));
        if (!running) next();
      });
    },
    async close() {
      clearTimeout(timer);
      const closing = thread;
      thread = null;
      isReady = false;
      for (const job of [running, ...queue.empty()]) job?.reject(busy(words.overrun));
      running = null;
      await closing?.terminate();
    },
  };
}

const busy = (words: string): Problem => new Problem('unavailable', words, { retryAfterSeconds: 5 });
