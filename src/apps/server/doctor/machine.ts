import { randomBytes } from 'node:crypto';
import { rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/server/config.ts';
import { inWords } from '../commands/words.ts';
import { bad, type Finding, good, note, patience, reasonOf } from './finding.ts';

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
  if (running === wanted) return good('Node', `${running}, the one the hub is tested with`);
  if (Number.parseInt(running, 10) >= Number.parseInt(wanted, 10))
    return note('Node', `${running}; the hub is tested with ${wanted}`, 'Nothing to do if everything works.');
  return bad(
    'Node',
    `${running} is too old`,
    `The hub needs ${wanted}. Start it by npm start, which brings its own, or install Node ${Number.parseInt(wanted, 10)}.`,
  );
}

async function storageFindings({ dataDir, s3Url }: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  const probe = join(dataDir, `.doctor-${randomBytes(4).toString('hex')}`);
  try {
    await writeFile(probe, 'x');
    const { bavail, bsize, ffree } = await statfs(dataDir);
    const free = bavail * bsize;
    const words = `${inWords.bytes(free)} free for ${dataDir}`;
    const advice = 'Free up space: old backups, logs, folders named *.before-restore-*.';
    if (free < gigabyte / 4 || ffree === 0)
      findings.push(bad('storage', words, `${advice} A full disk stops the database.`));
    else if (free < 2 * gigabyte) findings.push(note('storage', words, advice));
    else findings.push(good('storage', words));
  } catch (error) {
    findings.push(
      bad(
        'storage',
        `${dataDir} can’t be written (${reasonOf(error)})`,
        'Give it to the user that runs the hub: sudo chown -R hub: and the folder.',
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
    // Any answer is one: who may read what is asked elsewhere.
    await fetch(s3Url.origin, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(patience) });
    return good('files', `stored in S3 at ${s3Url.host}, which responds`);
  } catch (error) {
    return bad(
      'files',
      `S3 at ${s3Url.host} is not reachable from here (${reasonOf(error)})`,
      'Compare S3_URL with what the storage provider says.',
    );
  }
}

async function secretFinding({ dataDir, authSecret }: Config): Promise<Finding> {
  const path = join(dataDir, 'secret');
  const info = await stat(path).catch(() => null);
  if (authSecret !== undefined)
    return good(
      'secret',
      info ? 'AUTH_SECRET is set and counts; the one in DATA_DIR does not' : 'AUTH_SECRET is set',
    );
  if (!info) return note('secret', 'none yet', 'The first start creates one.');
  if (info.mode & 0o077)
    return bad(
      'secret',
      `others on this machine can read ${path}`,
      `chmod 600 '${path}': anyone who has it can sign in as anyone.`,
    );
  return good('secret', 'stored in DATA_DIR, readable by the hub only');
}

async function keyFindings({ dkimKey, dataDir }: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  const path = dkimKey?.slice(dkimKey.indexOf(':') + 1);
  const key = path === undefined ? null : await stat(path).catch(() => null);
  if (key && key.mode & 0o077)
    findings.push(note('DKIM key', `others on this machine can read ${path}`, `chmod 600 '${path}'`));
  const data = await stat(dataDir).catch(() => null);
  if (data && data.mode & 0o002)
    findings.push(
      bad('data folder', `anyone on this machine can write to ${dataDir}`, `chmod o-w '${dataDir}'`),
    );
  return findings;
}
