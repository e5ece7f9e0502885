/** Time is passed in as an argument, so that tests can move it and rules stay pure. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is moved. */
export type MovableClock = Clock & { move(milliseconds: number): void };

export function movableClock(start: Date | string): MovableClock {
  let time = new Date(start).getTime();
  return {
    now: () => new Date(time),
    move(milliseconds) {
      time += milliseconds;
    },
  };
}

export const seconds = (n: number): number => n * 1000;
export const minutes = (n: number): number => n * 60_000;
export const hours = (n: number): number => n * 3_600_000;
export const days = (n: number): number => n * 86_400_000;
