// `npm run dev`: the web rooms reload by Vite, the server restarts when a file of its own changes.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../src/apps/server/dev.ts', import.meta.url));
const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', main], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 0));
