import { createContext } from 'react';

/** What a shop is known to sell: chosen by its name, it brings its price along. */
export interface Ware {
  name: string;
  price: string;
}

export const Wares = createContext<readonly Ware[]>([]);
