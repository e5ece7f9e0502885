import { parentPort } from 'node:worker_threads';
import { Problem, type ProblemCode } from '#base/problem.ts';

export interface Asked<Task> {
  task: Task;
}
export type Answered<Answer> =
  /** It has loaded: from now on its time counts. */
  { isReady: true } | { answer: Answer } | { code: ProblemCode; words: string } | { fault: string };

/**
 * The inside of a fair worker's thread. A Problem thrown by `answer` is passed to the caller; anything else is our
 * bug.
 */
export function answerTasks<Task, Answer>(answer: (task: Task) => Answer | Promise<Answer>): void {
  parentPort?.postMessage({ isReady: true });
  parentPort?.on('message', ({ task }: Asked<Task>) => {
    void answered(answer, task).then((made) => parentPort?.postMessage(made));
  });
}

async function answered<Task, Answer>(
  answer: (task: Task) => Answer | Promise<Answer>,
  task: Task,
): Promise<Exclude<Answered<Answer>, { isReady: true }>> {
  try {
    return { answer: await answer(task) };
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, words: error.message };
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
