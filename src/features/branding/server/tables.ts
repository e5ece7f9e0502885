import type { ColumnType } from 'kysely';
import type { Branding } from '../rules/branding.ts';

export interface BrandingTables {
  branding: {
    owner_id: string;
    branding: ColumnType<Branding, string, string>;
    /** To the millisecond: it is also the token by which a change says what it was made upon. */
    changed_at: Date;
    clashed_upon: Date | null;
  };
}
