/**
 * Throttles work that is requested a thousand times in a moment: at once, then periodically, and once more at the
 * end.
 */
export function nowAndThen(ms: number, work: () => Promise<unknown> | void): { ask(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isWanted = false;
  const go = (): void => {
    isWanted = false;
    const rest = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
    void Promise.allSettled([work(), rest]).then(() => {
      timer = null;
      if (isWanted) go();
    });
  };
  return {
    ask() {
      isWanted = true;
      if (timer === null) go();
    },
    stop() {
      isWanted = false;
    },
  };
}
