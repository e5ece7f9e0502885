import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { chown, lstat, readFile, readdir, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { CannotStart, orOwnServer } from '../cannot-start.ts';

const run = promisify(execFile);

interface User {
  uid: number;
  gid: number;
}

// The ID of "nobody" almost everywhere, and of anyone without an ID in a user namespace.
const nobody: User = { uid: 65534, gid: 65534 };
const inNamespace = ['--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, '--'];

/** PostgreSQL doesn't run as root: the user it runs as instead. */
export interface Runner {
  spawn(file: string, args: string[], options: SpawnOptions): ChildProcess;
  /** Changes the owner of a folder that we created. */
  own(path: string): Promise<void>;
  uid: number;
}

/** Decides which user runs PostgreSQL on a data folder, or says in one line why none can. */
export async function chooseRunner(dataDir: string, pgdata: string, program: string): Promise<Runner> {
  const me: User = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const existing = await owner(pgdata, me);
  if (me.uid !== 0) {
    if (existing && existing.uid !== me.uid) throw belongsToAnother(dataDir, existing, me);
    return runner(undefined, me, !(await hasName(me.uid)) && (await namespacesWork(undefined)));
  }

  const user = existing ?? (await owner(dataDir, me)) ?? me;
  const drop = user.uid === 0 ? undefined : user;
  const namespace = (user.uid === 0 || !(await hasName(user.uid))) && (await namespacesWork(drop));
  const chosen = user.uid === 0 && !namespace ? runner(nobody, nobody, false) : runner(drop, user, namespace);
  if (!namespace) await assertReach(chosen, dataDir, program);
  if (user.uid === 0 && !namespace && existing) await chownTree(pgdata, nobody);
  return chosen;
}

function runner(drop: User | undefined, as: User, namespace: boolean): Runner {
  return {
    uid: as.uid,
    spawn: (file, args, options) =>
      spawn(namespace ? 'unshare' : file, namespace ? [...inNamespace, file, ...args] : args, {
        ...options,
        ...drop,
        // The user that runs PostgreSQL may have no access to the hub's working directory, and mustn't see our
        // secrets.
        cwd: '/',
        env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
      }),
    async own(path) {
      if (drop) await chown(path, drop.uid, drop.gid);
    },
  };
}

async function owner(path: string, me: User): Promise<User | undefined> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return undefined;
    const folder = await stat(dirname(path)).catch(() => me);
    throw belongsToAnother(dirname(path), folder, me);
  }
}

function belongsToAnother(dataDir: string, theirs: User, me: User): CannotStart {
  return new CannotStart(
    `The data in ${dataDir} belongs to ${theirs.uid === 0 ? 'root' : `user ${theirs.uid}`}, but the hub is running as ${nameOf(me.uid)}. ` +
      `Stop whatever is using it, then run: sudo chown -R ${me.uid}:${me.gid} ${quoted(dataDir)}`,
  );
}

export const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`;

export function nameOf(uid: number): string {
  try {
    return `${userInfo().username} (${uid})`;
  } catch {
    return `user ${uid}`;
  }
}

/** initdb rejects a user ID without a name. */
async function hasName(uid: number): Promise<boolean> {
  const names = await readFile('/etc/passwd', 'utf8').catch(() => undefined);
  return (
    names === undefined || process.platform !== 'linux' || new RegExp(`^[^:]*:[^:]*:${uid}:`, 'm').test(names)
  );
}

async function namespacesWork(user: User | undefined): Promise<boolean> {
  return run('unshare', [...inNamespace, 'true'], { cwd: '/', ...user }).then(
    () => true,
    () => false,
  );
}

/** As an ordinary user, PostgreSQL must be able to reach its data and its own program. */
async function assertReach(chosen: Runner, dataDir: string, program: string): Promise<void> {
  const child = chosen.spawn('/bin/sh', ['-c', 'cd -- "$1" && test -x "$2"', 'sh', dataDir, program], {
    stdio: 'ignore',
  });
  const reached = await new Promise((done) =>
    child.once('error', () => done(false)).once('exit', (code) => done(code === 0)),
  );
  if (reached) return;
  const closed =
    (await closedFolder(dataDir, chosen.uid)) ?? (await closedFolder(program, chosen.uid)) ?? dataDir;
  throw new CannotStart(
    `PostgreSQL doesn’t run as root, and user ${chosen.uid}, which would run it instead, can’t access ${closed}: ` +
      `start the hub as an ordinary user, or chmod o+x ${quoted(closed)}, ${orOwnServer}`,
  );
}

async function closedFolder(path: string, uid: number): Promise<string | undefined> {
  const parent = dirname(path);
  const above = parent === path ? undefined : await closedFolder(parent, uid);
  if (above) return above;
  const info = await stat(path).catch(() => undefined);
  return info?.isDirectory() && info.uid !== uid && (info.mode & 0o001) === 0 ? path : undefined;
}

async function chownTree(path: string, user: User): Promise<void> {
  await chown(path, user.uid, user.gid);
  for (const name of await readdir(path)) {
    const inner = join(path, name);
    if ((await lstat(inner)).isDirectory()) await chownTree(inner, user);
    else await chown(inner, user.uid, user.gid);
  }
}
