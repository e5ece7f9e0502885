export { LetterEditor } from './letter-editor.tsx';
export type { Ware } from './wares.ts';
export { LetterPreview } from './letter-preview.tsx';
