import type { AnyTransaction } from '#platform/server/database/database.ts';

export interface MemberFile {
  /** Inside the zip, such as "documents/nda.html". */
  path: string;
  bytes: Uint8Array;
}

/** What a feature keeps for its members: how they take it with them, and how it goes when they go. */
export interface MemberDataSource {
  name: string;
  gather(uid: string): Promise<MemberFile[]>;
  /** In the transaction that deletes the account. */
  forget?(trx: AnyTransaction, uid: string): Promise<void>;
  /** Where one account takes another's place: what was paid for, and nothing that acts, mails or is shown. */
  handOver?(trx: AnyTransaction, from: string, to: string): Promise<void>;
}

export interface MemberData {
  add(source: MemberDataSource): void;
  gather(uid: string): Promise<MemberFile[]>;
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
    async gather(uid) {
      const files: MemberFile[] = [];
      for (const source of sources) files.push(...(await source.gather(uid)));
      return files;
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
