// `npm start`: build when something changed, then the server in this very process, so that a signal reaches it.
import { fileURLToPath } from 'node:url';
import { isBuilt } from './build.mjs';
import { alone, refusal, run, Stopped } from './prepare.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

if (!isBuilt()) {
  const waiting = () => console.log('build      another start is building the web application; waiting ...');
  await alone(here('../node_modules/.building'), waiting, build).catch((error) => {
    if (!(error instanceof Stopped))
      console.error(`build      ${refusal(error, here('..')) ?? error.message}`);
    process.exit(error.exitCode ?? 1);
  });
}
const { main } = await import('../src/apps/server/main.ts');
await main();

// In a process of its own: what a build leaves in memory would stay for as long as the hub runs.
async function build() {
  if (isBuilt()) return;
  console.log('build      building the web application ...');
  const { code, output, stopped } = await run(process.execPath, [here('build.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (stopped) throw new Stopped(stopped);
  if (code !== 0) throw new Error('failed; its output is above');
  console.log(`build      ${output.trim().replace(/^build: /, '')}`);
}
