import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The words the hub ships with. */
export const shippedDir = fileURLToPath(new URL('../content', import.meta.url));

type Files = Record<string, string | Uint8Array>;

export interface SiteFolder {
  /** The operator's folder; it exists once a file was put into it. */
  dir: string;
  put(files: Files): Promise<void>;
  remove(name: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** An operator's site folder of its own for one test. */
export async function siteFolder(files: Files = {}): Promise<SiteFolder> {
  const home = await mkdtemp(join(tmpdir(), 'hub-site-'));
  const dir = join(home, 'site');
  const put = async (more: Files): Promise<void> => {
    for (const [name, content] of Object.entries(more)) {
      await mkdir(dirname(join(dir, name)), { recursive: true });
      await writeFile(join(dir, name), content);
    }
  };
  await put(files);
  return {
    dir,
    put,
    remove: (name) => rm(join(dir, name), { recursive: true }),
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}
