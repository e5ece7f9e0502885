import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process of its own that runs a script of this folder, to be killed at any moment. */
export const startWorkerProcess = (
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): ChildProcess =>
  spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
    env: { ...env, NODE_ENV: 'production' },
    stdio: 'inherit',
  });

export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error(`A worker ended by itself with ${child.exitCode}`);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
