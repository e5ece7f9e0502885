import { hkdfSync, randomBytes } from 'node:crypto';
import { systemClock } from '#base/clock.ts';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { days } from '#base/clock.ts';
import { type Config, ConfigError } from '#platform/server/config.ts';
import type { Key } from '#platform/server/signed.ts';

type Place = Pick<Config, 'dataDir' | 'authSecret' | 'authSecretOther' | 'authSecretFirst'>;

/** How long signatures of the old secret stay valid after `hub secrets rotate`. */
export const formerCountsDays = 90;

/**
 * Buyers' programs verify license keys, erased addresses, authenticators and the seal have no other copy, and the processes
 * of one hub recognize each other by it: these are derived from the hub's first secret and never change.
 */
const lasting = new Set(['licence keys', 'erased addresses', 'second step', 'seal', 'one hub']);

/**
 * One secret, from the environment or created once and stored with the data; each purpose gets its own derived key,
 * so that none can be misused for another. Signing uses the current secret; verification also accepts the old one.
 */
export function openSecrets(config: Place, now = systemClock.now()): (name: string) => Key {
  const { present, other, first } =
    config.authSecret === undefined
      ? keptSecrets(config.dataDir, now)
      : {
          present: config.authSecret,
          other: config.authSecretOther,
          first: config.authSecretFirst ?? config.authSecret,
        };
  const derive = (root: string, name: string) => Buffer.from(hkdfSync('sha256', root, '', name, 32));
  return (name) => {
    if (lasting.has(name)) return derive(first, name);
    const key: Key = derive(present, name);
    if (other !== undefined) key.others = [derive(other, name)];
    return key;
  };
}

interface Secrets {
  present: string;
  other: string | undefined;
  first: string;
}

const filesOf = (dataDir: string) => ({
  present: join(dataDir, 'secret'),
  former: join(dataDir, 'secret.former'),
  first: join(dataDir, 'secret.first'),
});

const newSecret = () => randomBytes(32).toString('base64url');

/** Step by step: in places like /proc, Node's `recursive` never returns. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}

function keptSecrets(dataDir: string, now: Date): Secrets {
  const files = filesOf(dataDir);
  try {
    makeFolder(dataDir);
    // Exclusive: of two processes that start together, one creates it and the other reads it.
    writeFileSync(files.present, newSecret(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !existsSync(files.present)) {
      throw new ConfigError(
        `DATA_DIR: ${dataDir} can’t be written to (${(error as NodeJS.ErrnoException).code}); expected a folder of its own`,
      );
    }
  }
  const present = read(files.present);
  const isFormerOver =
    existsSync(files.former) && statSync(files.former).mtimeMs < now.getTime() - days(formerCountsDays);
  return {
    present,
    other: existsSync(files.former) && !isFormerOver ? read(files.former) : undefined,
    first: existsSync(files.first) ? read(files.first) : present,
  };
}

function read(path: string): string {
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < 32)
    throw new Error(`${path} is damaged: restore it from a backup, or delete it (this signs everyone out)`);
  return secret;
}

/**
 * Creates a new secret for the one stored with the data. The order matters: if this is interrupted at any point,
 * the remaining files still verify everything the hub has signed.
 */
export function rotateSecret(dataDir: string): void {
  const files = filesOf(dataDir);
  const before = read(files.present);
  if (!existsSync(files.first)) replace(files.first, before);
  replace(files.former, before);
  replace(files.present, newSecret());
}

/** Invalidates the old secret's signatures at once, for example after a leak. */
export function forgetFormerSecret(dataDir: string): boolean {
  const { former } = filesOf(dataDir);
  if (!existsSync(former)) return false;
  renameSync(former, `${former}.ended`);
  return true;
}

/** Atomically, and only readable by the hub's own user. */
function replace(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}
