export type { Align } from '../rules/template/template.ts';
export type { Block, Doc, Run, SignedLine } from '../rules/assembly/doc.ts';
export { createPress, type Press, type Printed } from './pdf/press.ts';
export type { Certificate, Finishing, MadeOf } from './pdf/work.ts';
export type { SheetOptions } from '../rules/formats/sheet.ts';
