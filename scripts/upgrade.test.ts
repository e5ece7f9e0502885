import { systemClock } from '#base/clock.ts';
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { silentLog } from '#platform/server/log.ts';
import { openSite } from '#platform/server/site/open.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test("pulling a release that changes every shipped word never conflicts with an operator's edits", async () => {
  const home = await mkdtemp(join(tmpdir(), 'hub-upgrade-'));
  const upstream = join(home, 'upstream');
  const clone = join(home, 'hub');
  const git = (folder: string, ...args: string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=T', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false', ...args],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
      },
    );
  try {
    await mkdir(upstream);
    await cp(join(root, 'content'), join(upstream, 'content'), { recursive: true });
    await cp(join(root, '.gitignore'), join(upstream, '.gitignore'));
    git(upstream, 'init', '--quiet', '--initial-branch=main');
    git(upstream, 'add', '--all');
    git(upstream, 'commit', '--quiet', '--message=release 1');
    git(home, 'clone', '--quiet', upstream, clone);

    const own = {
      'hub.md': '---\nname: Ada Works\n---\nI am Ada.\n',
      'pages/terms.md': '---\ntitle: Our terms\ndescription: Short.\nupdated: 2026-11-21\n---\nBe kind.\n',
      'pages/imprint.md':
        '---\ntitle: Imprint\ndescription: Who.\nupdated: 2026-11-21\n---\n{{seller.legalName}}\n',
      'og.png': await readFile(join(root, 'content/brand/icon-192.png')),
    };
    await mkdir(join(clone, 'site/pages'), { recursive: true });
    for (const [name, content] of Object.entries(own)) await writeFile(join(clone, 'site', name), content);
    expect(git(clone, 'status', '--porcelain')).toBe('');

    const shippedHub = join(upstream, 'content/hub.md');
    await writeFile(
      shippedHub,
      (await readFile(shippedHub, 'utf8')).replace(/^(tagline|name): .*/gm, '$1: Changed upstream'),
    );
    await writeFile(
      join(upstream, 'content/pages/terms.md'),
      '---\ntitle: New terms\ndescription: New.\nupdated: 2027-01-01\n---\nAll new.\n',
    );
    await rm(join(upstream, 'content/pages/about.md'));
    git(upstream, 'add', '--all');
    git(upstream, 'commit', '--quiet', '--message=release 2');
    git(clone, 'pull', '--quiet', '--ff-only');

    expect(git(clone, 'status', '--porcelain')).toBe('');
    for (const [name, content] of Object.entries(own))
      expect((await readFile(join(clone, 'site', name))).equals(Buffer.from(content)), name).toBe(true);
    const store = await openSite(join(clone, 'site'), join(clone, 'content'), silentLog, systemClock);
    store.close();
    expect(store.words()).toMatchObject({ name: 'Ada Works', tagline: 'Changed upstream' });
    expect(store.page('terms')?.title).toBe('Our terms');
    expect(store.page('imprint')).toBeDefined();
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});
