import type { Generated } from 'kysely';

export interface NotesTables {
  note: {
    owner_id: string;
    id: Generated<string>;
    text: string;
    written_at: Date;
  };
}
