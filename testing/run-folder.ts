import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    runFolder: string;
  }
}

/** A folder of this test run: gone at its end, with every PostgreSQL that runs in it. */
export const runFolder = (): string => inject('runFolder');
