export type { TextKind } from './desk/text-kind.ts';
export { textRoom } from './desk/text-room.ts';
export type { TextParts } from './desk/text-shelf.ts';
