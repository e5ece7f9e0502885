import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Config, ConfigError } from '#platform/server/config.ts';

/**
 * One secret, from the environment or made once and kept beside the data; every use gets a key of its own from it,
 * so that none can be turned against another.
 */
export function openSecrets(config: Config): (name: string) => Buffer {
  const root = config.authSecret ?? keptSecret(config.dataDir);
  return (name) => Buffer.from(hkdfSync('sha256', root, '', name, 32));
}

/** Step by step: where a system makes no folders, such as /proc, Node's own `recursive` never ends. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}

function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'secret');
  try {
    makeFolder(dataDir);
    // Exclusive: of two starters one makes it, the other reads it.
    writeFileSync(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !existsSync(path)) {
      throw new ConfigError(
        `DATA_DIR: ${dataDir} cannot be written to (${(error as NodeJS.ErrnoException).code}); takes a folder of its own`,
      );
    }
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < 32)
    throw new Error(
      `${path} is damaged: restore it from a backup, or remove it (everybody is signed out then)`,
    );
  return secret;
}
