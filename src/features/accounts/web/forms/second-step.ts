import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Problem } from '#base/problem.ts';

/** Around a sign-in: where the hub wants a code beside the password, its field comes, and what is typed stays. */
export function useSecondStep() {
  const [isWanted, setWanted] = useState(false);
  return {
    isWanted,
    async guard<T>(signIn: () => Promise<T>): Promise<T> {
      try {
        return await signIn();
      } catch (error) {
        // There before the form looks for the field that the words are for.
        if (error instanceof Problem && error.details.fields?.['code'] !== undefined)
          flushSync(() => setWanted(true));
        throw error;
      }
    },
  };
}
