import { createContext } from 'react';

/** What is typed at the top of the home page, for the pictures below it. */
export interface Names {
  ours: string;
  theirs: string;
}

export const noNames: Names = { ours: '', theirs: '' };
export const NamesContext = createContext(noNames);
