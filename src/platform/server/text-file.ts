import { readFile, stat } from 'node:fs/promises';
import { Problem } from '#base/problem.ts';

/** A text file as spreadsheets and shops write it: UTF-8, UTF-16 with its mark, or Western European. */
export async function readTextFile(path: string, mostBytes: number): Promise<string> {
  if ((await stat(path)).size > mostBytes)
    throw new Problem('bad_request', `This file is larger than ${Math.floor(mostBytes / 1024 ** 2)} MB.`);
  const text = decode(await readFile(path));
  if (text.includes('\0')) throw new Problem('bad_request', 'This isn’t a CSV file.');
  return text;
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
