import { Worker } from 'node:worker_threads';
import { Problem } from '#base/problem.ts';
import { FairQueue } from './fair-queue.ts';
import type { Answered, Asked } from './thread.ts';

export interface FairWorkerOptions {
  /** The file of the thread: it calls `answerTasks`. */
  file: URL;
  mostWaiting: number;
  /** How long one task may take; then its thread is ended, and the next task begins in a new one. */
  mostMilliseconds: number;
  /** What the thread's own objects may fill, in MB. */
  memory: number;
  /** After so long without work the thread ends and gives its memory back. */
  restMilliseconds?: number;
  words: { full: string; overrun: string; tooMuch: string; failed: string };
  /** Hears what a thread could not do. */
  report?(words: string): void;
}

export interface FairWorker<Task, Answer> {
  /** One task after another, in turn for each caller. Refused with a Problem where it cannot be done. */
  run(caller: string, task: Task): Promise<Answer>;
  close(): Promise<void>;
}

/** A thread reads its files first, which takes long where everything is busy. */
const mostLoading = 60_000;

interface Job<Task, Answer> {
  task: Task;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Heavy work in a thread of its own: the hub goes on answering, and no caller's work keeps another's waiting for long. */
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
    // How the hub itself was started (--eval, --input-type) is no way to start a file.
    const started = new Worker(file, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: memory } });
    // The thread alone never keeps the hub running.
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

  /** The thread is of no use any more: whose task it had is told, everybody else goes on waiting. */
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
    // What somebody waits for is finished before the process ends.
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
