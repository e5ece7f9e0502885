import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { randomText } from '#base/id.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { DeskTables } from './tables.ts';

/** A copy of the tables opens nothing; 200 bits of chance need no slow hash. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Something that counts once: a form, a challenge, what was said after an act. */
export interface Tickets {
  mint(about: string): Promise<string>;
  /** What it was made for; null when it is unknown, was taken or is too old. */
  take(token: string): Promise<string | null>;
  /** The same, without counting: whoever is at work with a form keeps it alive. */
  keep(token: string): Promise<string | null>;
  /** The same, and writes nothing: what frees room must work on a full disk. */
  look(token: string): Promise<string | null>;
}

/** At the end of what a form's ticket is about, if files can be uploaded for it. */
export const takesFiles = '\nfiles';

/** As long as somebody may think about a form. */
const seconds = 3600;

/** In the database, so that whichever process answers next knows them. */
export function createTickets({ db, clock }: Pick<Platform, 'db' | 'clock'>): Tickets {
  const tables = () => db.tables<DeskTables>();
  return {
    async mint(about) {
      const token = randomText(40);
      const expires_at = new Date(clock.now().getTime() + seconds * 1000);
      await tables()
        .insertInto('desk_ticket')
        .values({ hash: hashOf(token), about, expires_at })
        .execute();
      return token;
    },
    async take(token) {
      const row = await tables()
        .deleteFrom('desk_ticket')
        .where('hash', '=', hashOf(token))
        .where('expires_at', '>', clock.now())
        .returning('about')
        .executeTakeFirst();
      return row?.about ?? null;
    },
    async keep(token) {
      const now = clock.now();
      const row = await tables()
        .updateTable('desk_ticket')
        .set({ expires_at: new Date(now.getTime() + seconds * 1000) })
        .where('hash', '=', hashOf(token))
        .where('expires_at', '>', now)
        .returning('about')
        .executeTakeFirst();
      return row?.about ?? null;
    },
    async look(token) {
      const row = await tables()
        .selectFrom('desk_ticket')
        .select('about')
        .where('hash', '=', hashOf(token))
        .where('expires_at', '>', clock.now())
        .executeTakeFirst();
      return row?.about ?? null;
    },
  };
}

/** What was said to an operator about somebody who is erased. */
export async function forgetWordsAbout({ db }: Pick<Platform, 'db'>, email: string): Promise<void> {
  await db
    .tables<DeskTables>()
    .deleteFrom('desk_ticket')
    .where(sql<boolean>`position(${email.toLowerCase()} in lower(about)) > 0`)
    .execute();
}

const mostTickets = 1000;

/** In memory, for pages that one process shows. */
export function ticketsInMemory(): Tickets {
  const made = new Map<string, string>();
  return {
    async mint(about) {
      const token = randomText(40);
      made.set(token, about);
      const oldest = made.keys().next().value;
      if (made.size > mostTickets && oldest !== undefined) made.delete(oldest);
      return token;
    },
    async take(token) {
      const about = made.get(token) ?? null;
      made.delete(token);
      return about;
    },
    keep: async (token) => made.get(token) ?? null,
    look: async (token) => made.get(token) ?? null,
  };
}
