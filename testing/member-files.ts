import type { MemberData } from '#features/accounts/server/public.ts';

/** What an account takes along, whole. */
export async function memberFiles(data: Pick<MemberData, 'gather'>, uid: string) {
  const files: { path: string; bytes: Uint8Array }[] = [];
  for await (const { path, bytes } of data.gather(uid)) {
    const parts: Uint8Array[] = [];
    for await (const part of bytes instanceof Uint8Array ? [bytes] : bytes) parts.push(Buffer.from(part));
    files.push({ path, bytes: new Uint8Array(Buffer.concat(parts)) });
  }
  return files;
}
