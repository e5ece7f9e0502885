export { LetterEditor } from './letter-editor.tsx';
export { LetterPreview } from './letter-preview.tsx';
