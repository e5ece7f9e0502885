/** A long piece of work that stops now and then, so that others get their turn. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** All of it at once, where nobody waits for anything else. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** A few milliseconds of it at a time. */
export async function inSlices<T>(
  steps: Steps<T>,
  pause: () => Promise<unknown>,
  now: () => number,
): Promise<T> {
  for (;;) {
    const began = now();
    while (now() - began < sliceMs) {
      const { done, value } = steps.next();
      if (done === true) return value;
    }
    await pause();
  }
}

const sliceMs = 10;
