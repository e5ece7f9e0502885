export { type AiBudget, createAiBudget, type Reservation } from './ai-budget.ts';
export { type CountStored, createPlans, type Plans, type PlansOptions, type Use } from './plans.ts';
export { createRoom, type MakeWay, type Room } from './room.ts';
export type { CurrentPlan, OnPlan } from './subscriptions.ts';
