import { randomBytes } from 'node:crypto';
import { chmod, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '#base/problem.ts';
import type { Config } from '#platform/server/config.ts';
import { keptFile } from '#platform/server/kept-settings.ts';
import { inWords } from '../commands/words.ts';
import { bad, type Finding, good, type Mend, note, patience, reasonOf } from './finding.ts';

const gigabyte = 1_073_741_824;

export async function machineFindings(config: Config, wantedNode: string): Promise<Finding[]> {
  return [
    nodeFinding(wantedNode),
    ...(await storageFindings(config)),
    await secretFinding(config),
    ...(await keyFindings(config)),
  ];
}

function nodeFinding(wanted: string): Finding {
  const running = process.versions.node;
  if (running === wanted) return good('Node', `${running}, the version the hub is tested with`);
  if (Number.parseInt(running, 10) >= Number.parseInt(wanted, 10))
    return note('Node', `${running}; the hub is tested with ${wanted}`, 'Nothing to do if everything works.');
  return bad(
    'Node',
    `${running} is too old`,
    `The hub needs ${wanted}. Start it with npm start, which uses its own copy, or install Node ${Number.parseInt(wanted, 10)}.`,
  );
}

/** Below the first, the operator is told; below the second, the database is about to stop. */
export const leastFree = { told: 2 * gigabyte, stops: gigabyte / 4 };

export async function freeBytes(folder: string): Promise<{ bytes: number; files: number }> {
  const { bavail, bsize, ffree } = await statfs(folder);
  return { bytes: bavail * bsize, files: ffree };
}

async function storageFindings({ dataDir, s3Url }: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  const probe = join(dataDir, `.doctor-${randomBytes(4).toString('hex')}`);
  try {
    await writeFile(probe, 'x');
    const { bytes: free, files } = await freeBytes(dataDir);
    const words = `${inWords.bytes(free)} free for ${dataDir}`;
    const advice = 'Free up space: old backups, logs, folders named *.before-restore-*.';
    if (free < leastFree.stops || files === 0)
      findings.push(bad('storage', words, `${advice} A full disk stops the database.`));
    else if (free < leastFree.told) findings.push(note('storage', words, advice));
    else findings.push(good('storage', words));
  } catch (error) {
    findings.push(
      bad(
        'storage',
        `can’t write to ${dataDir} (${reasonOf(error)})`,
        'Make the user that runs the hub its owner: sudo chown -R hub: FOLDER',
      ),
    );
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
  if (s3Url) findings.push(await s3Finding(s3Url));
  return findings;
}

async function s3Finding(s3Url: URL): Promise<Finding> {
  try {
    // Any response will do: credentials are checked elsewhere.
    await fetch(s3Url.origin, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(patience) });
    return good('files', `stored in S3 at ${s3Url.host}, which responds`);
  } catch (error) {
    return bad(
      'files',
      `can’t reach S3 at ${s3Url.host} from here (${reasonOf(error)})`,
      'Check S3_URL against your storage provider’s settings.',
    );
  }
}

async function secretFinding({ dataDir, authSecret }: Config): Promise<Finding> {
  const path = join(dataDir, 'secret');
  const info = await stat(path).catch(() => null);
  if (authSecret !== undefined)
    return good(
      'secret',
      info ? 'AUTH_SECRET is set and takes precedence over the secret in DATA_DIR' : 'AUTH_SECRET is set',
    );
  if (!info) return note('secret', 'none yet', 'The first start creates one.');
  if (info.mode & 0o077)
    return {
      ...bad(
        'secret',
        `other users on this machine can read ${path}`,
        `chmod 600 '${path}': anyone who has it can sign in as anyone.`,
      ),
      mend: closing(path, 0o600),
    };
  return good('secret', 'stored in DATA_DIR, readable by the hub only');
}

/** A file or folder that others reach, closed to them. */
const closing = (path: string, mode: number): Mend => ({
  label: 'Close it to others',
  words: `From then on, only the hub’s own user can reach ${path}.`,
  async work() {
    await chmod(path, mode).catch((error: unknown) => {
      throw new Problem(
        'conflict',
        `Couldn’t be changed from here (${reasonOf(error)}): it isn’t the hub’s own.`,
      );
    });
    return `${path} is closed to others.`;
  },
});

async function keyFindings({ dkimKey, dataDir }: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  const path = dkimKey?.slice(dkimKey.indexOf(':') + 1);
  const key = path === undefined ? null : await stat(path).catch(() => null);
  if (key && key.mode & 0o077)
    findings.push({
      ...note('DKIM key', `other users on this machine can read ${path}`, `chmod 600 '${path}'`),
      mend: closing(path ?? '', 0o600),
    });
  const settings = keptFile(dataDir);
  const kept = await stat(settings).catch(() => null);
  if (kept && kept.mode & 0o077)
    findings.push({
      ...bad('settings', `other users on this machine can read ${settings}`, `chmod 600 '${settings}'`),
      mend: closing(settings, 0o600),
    });
  const data = await stat(dataDir).catch(() => null);
  if (data && data.mode & 0o002)
    findings.push({
      ...bad('data folder', `any user on this machine can write to ${dataDir}`, `chmod o-w '${dataDir}'`),
      mend: closing(dataDir, data.mode & 0o775),
    });
  return findings;
}
