export { heavyIn, letterBytes } from './pictures.ts';
