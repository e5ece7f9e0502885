import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const packages = fileURLToPath(new URL('../../node_modules/', import.meta.url));

export interface ToolRun {
  code: number | null;
  output: string;
  errors: string;
}

/** Runs a package's own command with this very Node: the host's Node may be an older one. */
export function runTool(script: string, args: string[], cwd: string): Promise<ToolRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [packages + script, ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    child.on('error', reject);
    // Where CI is set some tools colour what they say even into a pipe, where no pattern of ours would find it.
    child.on('close', (code) =>
      resolve({
        code,
        output: stripVTControlCharacters(output),
        errors: stripVTControlCharacters(errors),
      }),
    );
  });
}
