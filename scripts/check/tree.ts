import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a project as its repository would hold them: what git ignores is not there. */
export interface Tree {
  root: string;
  /** Relative to the root, with forward slashes, sorted. */
  files: string[];
  read(file: string): string;
}

// Planted faults: a tree of their own, never part of the real one.
const planted = 'scripts/check/fixtures/';
const neverCommitted = new Set([
  '.git',
  'node_modules',
  'dist',
  'data',
  'site',
  'shots',
  'test-results',
  'playwright-report',
]);

export function openTree(root: string): Tree {
  const files = (namedByGit(root) ?? walk(root, '')).filter((file) => !file.startsWith(planted)).sort();
  return { root, files, read: (file) => readFileSync(join(root, file), 'utf8') };
}

/** Undefined where there is no repository: an unpacked archive can be checked too. */
function namedByGit(root: string): string[] | undefined {
  try {
    const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const output = execFileSync('git', options, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 26,
    });
    const files = output.split('\0').filter((file) => file && existsSync(join(root, file)));
    return files.length > 0 ? files : undefined;
  } catch {
    return undefined;
  }
}

function walk(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (neverCommitted.has(entry.name)) return [];
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    return entry.isDirectory() ? walk(root, path) : [path];
  });
}

export const isTest = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) || /^e2e\/.*\.spec\.tsx?$/.test(file);
export const isTypeScript = (file: string): boolean => /\.tsx?$/.test(file);
