import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError, type Env } from './environment.ts';
import { type FileSteps, replaceFile } from './files/replace-file.ts';

/**
 * Settings that an operator gives at the desk. They lie in one file of DATA_DIR, which only the hub's user can read, and
 * count from the next start. Of variables that belong together, the environment has all or none: if it sets one, those
 * in the file don't count.
 */
export const keptGroups = {
  paypal: ['PAYPAL_ENV', 'PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
  mail: ['SMTP_URL', 'MAIL_FROM'],
} as const;

export type KeptGroup = keyof typeof keptGroups;
export type Kept = Readonly<Record<string, string>>;

/** Where the variables of a group come from. */
export type SettingsSource = 'environment' | 'kept' | 'nowhere';

export const keptFile = (dataDir: string): string => join(dataDir, 'settings.env');

export const dataDirOf = (env: Env): string => resolve(env['DATA_DIR']?.trim() || './data');

const names: readonly string[] = Object.values(keptGroups).flat();

const notice = '# Given at the desk. What the environment sets comes before it.\n';

export function readKept(dataDir: string): Kept {
  const path = keptFile(dataDir);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return {};
    throw new ConfigError(`${path} can’t be read (${code ?? 'unknown'})`);
  }
  const kept: Record<string, string> = {};
  for (const [n, line] of text.split('\n').entries()) {
    const [, name = '', value = ''] = /^([A-Z][A-Z0-9_]*)=(.*?)\r?$/.exec(line) ?? [];
    if (names.includes(name))
      kept[name] = unquoted(value, () => `${path}:${n + 1}: ${name}: not a text in quotes`);
  }
  return kept;
}

function unquoted(value: string, words: () => string): string {
  if (!value.startsWith('"')) return value.trim();
  try {
    return String(JSON.parse(value));
  } catch {
    throw new ConfigError(words());
  }
}

export const sourceOf = (env: Env, kept: Kept, group: KeptGroup): SettingsSource => {
  const of = keptGroups[group];
  if (of.some((name) => env[name]?.trim())) return 'environment';
  return of.some((name) => kept[name]?.trim()) ? 'kept' : 'nowhere';
};

/** The environment with what was kept laid below it. */
export function withKept(env: Env, kept: Kept = readKept(dataDirOf(env))): Env {
  const groups = Object.keys(keptGroups) as KeptGroup[];
  const counting = groups.filter((group) => sourceOf(env, kept, group) === 'kept');
  return {
    ...env,
    ...Object.fromEntries(counting.flatMap((group) => keptGroups[group].map((name) => [name, kept[name]]))),
  };
}

/** Another one means that somebody has changed the file; it says nothing of what is in it. */
export function keptMark(dataDir: string): string {
  const info = statSync(keptFile(dataDir), { throwIfNoEntry: false });
  return info ? `${info.ino}-${info.mtimeMs}` : 'none';
}

/** One group with other values; undefined takes it out. Whoever calls holds a lock. */
export async function keepSettings(
  dataDir: string,
  group: KeptGroup,
  values: Kept | undefined,
  steps?: FileSteps,
): Promise<void> {
  const kept = readKept(dataDir);
  const lines = names.flatMap((name) => {
    const isOfGroup = (keptGroups[group] as readonly string[]).includes(name);
    const value = isOfGroup ? values?.[name] : kept[name];
    return value ? [`${name}=${JSON.stringify(value)}\n`] : [];
  });
  await replaceFile(keptFile(dataDir), notice + lines.join(''), 0o600, steps);
}
