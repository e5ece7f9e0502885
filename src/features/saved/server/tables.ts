import type { ColumnType } from 'kysely';
import type { FormOther, SimpleRecordBody } from '../rules/forms.ts';
import type { Written } from '../rules/versions.ts';

export interface SavedTemplateTable {
  owner_id: string;
  id: string;
  version: number;
  content_version: number;
  seq: number;
  name: string;
  folder: string;
  starred: boolean;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  /** The version whose text brought it back out of the bin. */
  brought_back: number | null;
  is_purged: boolean;
  content: string | null;
  rest: ColumnType<SavedRest, string, string>;
  is_stored: boolean;
  content_hash: string | null;
  logo_version: number | null;
  /** Which file the logo is, where its `of` is the logo's version; else it lies where the release before put it. */
  logo_file: ColumnType<{ of: number; hash: string } | null, string | null, string | null>;
  content_length: number;
  bytes: number;
  excerpt: string;
  search_text: string | null;
  /** Of the present text, where its `of` is the content's version. */
  written: ColumnType<Written | null, string | null, string | null>;
}

/** What of a record no query asks for. */
export interface SavedRest {
  fields?: { name: string; label: string; type: string; placeholder: string }[];
  formData?: Record<string, unknown>;
  branding?: SavedRestBranding | null;
  originalContentLength?: number;
  compressedContentLength?: number;
  isCompressed?: boolean;
  isBranded?: boolean;
  isEmergencySaved?: boolean;
  storageNote?: string;
}

interface SavedRestBranding {
  companyName?: string | undefined;
  logo?: string | undefined;
  primaryColor?: string | undefined;
  secondaryColor?: string | undefined;
  fontFamily?: string | undefined;
}

export interface SavedTables {
  saved_owner: { owner_id: string; seq: number };
  saved_template: SavedTemplateTable;
  saved_write: {
    owner_id: string;
    key: string;
    template_id: string;
    outcome: 'saved' | 'copied' | 'deleted';
    version: number;
    at: Date;
  };
  saved_version: {
    owner_id: string;
    template_id: string;
    version: number;
    at: Date;
    written: ColumnType<Written | null, string | null, string | null>;
    content: string | null;
    rest: ColumnType<SavedRest, string, string>;
    content_hash: string | null;
    content_length: number;
    bytes: number;
  };
  saved_trash: { key: string; due_at: Date };
  saved_kept_file: {
    key: string;
    owner_id: string;
    template_id: string;
    kind: 'content' | 'logo' | 'whole';
    hash: string;
    bytes: number;
    look_at: Date;
    is_let_go: boolean;
  };
  saved_file: { key: string; owner_id: string; bytes: number };
  saved_form: {
    owner_id: string;
    template: string;
    data: ColumnType<SimpleRecordBody['data'], string, string>;
    storage_note: string | null;
    at: Date;
    version: number;
    versions: ColumnType<Record<string, number>, string, string>;
    others: ColumnType<FormOther[], string, string>;
    turns: ColumnType<Record<string, number>, string, string>;
    merged_at: Date | null;
  };
}
