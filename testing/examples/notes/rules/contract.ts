import * as z from 'zod/mini';

export const notesApi = '/api/notes';

export const NewNote = z.strictObject({
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Write something first.' }),
      z.maxLength(2000, { error: 'A note has at most 2,000 characters.' }),
    ),
});

const note = z.object({ id: z.string(), text: z.string(), writtenAt: z.string() });
export const NoteId = z.strictObject({ id: z.uuid() });
export const OneNote = z.object({ note });
export const AllNotes = z.object({ notes: z.array(note) });

export type Note = z.output<typeof note>;
export type OneNote = z.output<typeof OneNote>;
export type AllNotes = z.output<typeof AllNotes>;
