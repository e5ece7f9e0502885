export { createShown, findAct } from './shown.ts';
export { readStyles, type Styles } from './styles.ts';
export { ticketsInMemory } from './tickets.ts';
export { withoutTurns } from '../rules/turns.ts';
export { summaryGuard } from './summary/send.ts';
