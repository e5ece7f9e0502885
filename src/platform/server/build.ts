import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Tells this build from another of the same version. Read once, at the start: what lies on the disk later may be the next
 * one, which isn't running yet.
 */
export function readBuild(): string {
  const hash = createHash('sha256');
  for (const name of ['package.json', 'CHANGELOG.md', 'dist/stamp'])
    try {
      hash.update(name).update(readFileSync(root + name));
    } catch {
      // Installed without it, or not built: a test, or development.
    }
  return hash.digest('hex').slice(0, 12);
}
