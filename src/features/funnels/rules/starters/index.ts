import { eventStarters } from './events.ts';
import { firstStarters } from './first.ts';
import type { Starter } from './kinds.ts';
import { saleStarters } from './sales.ts';

export type { Starter } from './kinds.ts';

export const starters: Starter[] = [...firstStarters, ...eventStarters, ...saleStarters];
