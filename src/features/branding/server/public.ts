import { sql } from 'kysely';
import { type AnyKysely, tablesOf } from '#platform/server/database/database.ts';
import { type Branding, readBranding } from '../rules/branding.ts';
import { readSaved } from './saved.ts';
import type { BrandingTables } from './tables.ts';

/** What a member's papers look like, for what goes out in their name; null where they have said nothing. */
export async function brandingOf(db: AnyKysely, uid: string): Promise<Branding | null> {
  const saved = await readSaved(tablesOf<BrandingTables>(db), uid);
  return saved && readBranding(saved.branding);
}

/** Its words without its logo, which may be 300 KB. */
export async function brandTextsOf(db: AnyKysely, uid: string): Promise<{ name: string; address: string }> {
  const { rows } = await sql<{ name: string | null; address: string | null }>`
    select branding ->> 'companyName' as name, branding ->> 'address' as address
    from branding where owner_id = ${uid}`.execute(db);
  return { name: rows[0]?.name?.trim() ?? '', address: rows[0]?.address?.trim() ?? '' };
}
export { type CleanPicture, cleanPicture, NoPicture, type StillKind } from './clean-picture.ts';
