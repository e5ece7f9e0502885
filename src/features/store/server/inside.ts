import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';

/** The folder itself may be a link; what a link inside it leads to belongs to something else, and isn't sold. */
export async function isInside(folder: string, path: string): Promise<boolean> {
  return (await realpath(path)).startsWith((await realpath(folder)) + sep);
}
