/** Direction controls: they show an address backwards, or a name after what follows it. */
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The same words without what turns them around. */
export const withoutTurns = (text: string): string => text.replace(turns, '');
