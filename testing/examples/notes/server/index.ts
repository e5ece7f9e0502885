import { Problem } from '#base/problem.ts';
import { jsonFile, type MemberData, memberByEmail } from '#features/accounts/server/public.ts';
import type { PersonData, ServerFeature } from '#platform/server/feature.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { AllNotes, NewNote, type Note, NoteId, notesApi, OneNote } from '../rules/contract.ts';
import type { NotesTables } from './tables.ts';

type Ground = Pick<Platform, 'db' | 'clock'>;
const mostNotes = 1000;

/** Short notes of a member's own. */
export function notes(platform: Ground, { memberData }: { memberData: MemberData }): ServerFeature {
  const book = noteBook(platform);
  // With the account it goes into the zip of one's data, and away.
  memberData.add({
    name: 'notes',
    gather: async (uid) => [jsonFile('notes.json', await book.all(uid))],
    forget: async (trx, uid) => void (await trx.deleteFrom('note').where('owner_id', '=', uid).execute()),
  });
  return { name: 'notes', routes: noteRoutes(book), person: notesPerson(platform, book) };
}

type NoteBook = ReturnType<typeof noteBook>;

function noteBook({ db: database, clock }: Ground) {
  const db = database.tables<NotesTables>();
  const columns = ['id', 'text', 'written_at'] as const;
  const shown = ({ id, text, written_at }: { id: string; text: string; written_at: Date }): Note => ({
    id,
    text,
    writtenAt: written_at.toISOString(),
  });
  return {
    async all(uid: string): Promise<Note[]> {
      const rows = await db
        .selectFrom('note')
        .select(columns)
        .where('owner_id', '=', uid)
        .orderBy('written_at', 'desc')
        .limit(mostNotes)
        .execute();
      return rows.map(shown);
    },
    async write(uid: string, text: string): Promise<Note> {
      const row = await db
        .insertInto('note')
        .values({ owner_id: uid, text, written_at: clock.now() })
        .returning(columns)
        .executeTakeFirstOrThrow();
      return shown(row);
    },
    /** The owner stands in every condition: somebody else's id finds nothing. */
    async remove(uid: string, id: string): Promise<boolean> {
      const [gone] = await db.deleteFrom('note').where('owner_id', '=', uid).where('id', '=', id).execute();
      return gone !== undefined && gone.numDeletedRows > 0n;
    },
  };
}

const noteRoutes = (book: NoteBook): Route[] => [
  route({
    method: 'GET',
    path: notesApi,
    access: 'member',
    summary: 'One’s own notes, the newest first',
    answer: AllNotes,
    handle: async ({ viewer }) => ({ notes: await book.all(viewer.uid) }),
  }),
  route({
    method: 'POST',
    path: notesApi,
    access: 'member',
    summary: 'Write a note',
    body: NewNote,
    answer: OneNote,
    limit: { name: 'notes', max: 60, perSeconds: 60, by: 'viewer' },
    handle: async ({ viewer, body }) => ({ note: await book.write(viewer.uid, body.text) }),
  }),
  route({
    method: 'DELETE',
    path: `${notesApi}/:id`,
    access: 'member',
    summary: 'Delete a note',
    params: NoteId,
    answer: AllNotes,
    async handle({ viewer, params }) {
      if (!(await book.remove(viewer.uid, params.id))) throw new Problem('not_found', 'This note is gone.');
      return { notes: await book.all(viewer.uid) };
    },
  }),
];

/** `hub person export|erase EMAIL`, and the same at the desk, which says before what goes. */
function notesPerson({ db: database }: Ground, book: NoteBook): PersonData {
  const db = database.tables<NotesTables>();
  return {
    erasing: { goes: 'Notes' },
    async export(email) {
      const member = await memberByEmail(db, email);
      return member && (await book.all(member.uid));
    },
    async erase(email) {
      const member = await memberByEmail(db, email);
      if (!member) return [];
      const { length } = await db
        .deleteFrom('note')
        .where('owner_id', '=', member.uid)
        .returning('id')
        .execute();
      return length > 0 ? [`Notes that were deleted: ${length}.`] : [];
    },
  };
}
