// `npm start`: build when something changed, then the server in this very process, so that a signal reaches it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './build.mjs';

if (!isBuilt()) {
  console.log('build      making the web application ...');
  // In a process of its own: what a build leaves in memory would stay for as long as the hub runs.
  const built = spawnSync(process.execPath, [fileURLToPath(new URL('build.mjs', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (built.status !== 0) process.exit(1);
  console.log(
    `build      ${built.stdout
      .toString()
      .trim()
      .replace(/^build: /, '')}`,
  );
}
const { main } = await import('../src/apps/server/main.ts');
await main();
