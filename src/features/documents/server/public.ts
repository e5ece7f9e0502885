export type { Align } from '../rules/template.ts';
export type { Block, Doc, Run } from '../rules/doc.ts';
export { createPress, type Press, type Printed } from './pdf/press.ts';
