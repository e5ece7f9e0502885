export type { Align } from '../rules/template/template.ts';
export type { Block, Doc, Run } from '../rules/assembly/doc.ts';
export { createPress, type Press, type Printed } from './pdf/press.ts';
