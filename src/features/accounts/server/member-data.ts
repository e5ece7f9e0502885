import type { AnyTransaction } from '#platform/server/database/database.ts';
import type { ZipEntry } from '#platform/server/zip.ts';

/** Its path is one inside the zip, such as "documents/nda.html". */
export type MemberFile = ZipEntry;

/** What a feature keeps for its members: how they take it with them, and how it goes when they go. */
export interface MemberDataSource {
  name: string;
  /** A list where it is little; where it may be much, one file after another, each read when the one before has gone out. */
  gather(uid: string): Promise<MemberFile[]> | AsyncIterable<MemberFile>;
  /** In the transaction that deletes the account. */
  forget?(trx: AnyTransaction, uid: string): Promise<void>;
  /** Where one account takes another's place: what was paid for, and nothing that acts, mails or is shown. */
  handOver?(trx: AnyTransaction, from: string, to: string): Promise<void>;
}

export interface MemberData {
  add(source: MemberDataSource): void;
  gather(uid: string): AsyncIterable<MemberFile>;
  forget(trx: AnyTransaction, uid: string): Promise<void>;
  handOver(trx: AnyTransaction, from: string, to: string): Promise<void>;
}

/** Made by the app, given to accounts and to every feature that keeps something for a member. */
export function createMemberData(): MemberData {
  const sources: MemberDataSource[] = [];
  return {
    add(source) {
      sources.push(source);
    },
    async *gather(uid) {
      for (const source of sources) yield* await source.gather(uid);
    },
    async forget(trx, uid) {
      for (const source of sources) await source.forget?.(trx, uid);
    },
    async handOver(trx, from, to) {
      for (const source of sources) await source.handOver?.(trx, from, to);
    },
  };
}

/** Plain data as a file that people and programs can read. */
export const jsonFile = (path: string, value: unknown): MemberFile => ({
  path,
  bytes: new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`),
});

/** As many rows as there are, as one list in a file; `pages` gives some at a time. */
export const jsonRows = (path: string, pages: AsyncIterable<unknown[]>): MemberFile => ({
  path,
  bytes: listed(pages),
});

async function* listed(pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield `${isEmpty ? '[' : ','}\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}`;
    isEmpty = false;
  }
  yield isEmpty ? '[]\n' : '\n]\n';
}
