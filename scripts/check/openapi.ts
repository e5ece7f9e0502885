import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Check, Fault } from './check.ts';
import type { Tree } from './tree.ts';

const hook = 'src/apps/server/http/routes.check.ts';

interface Problem {
  ruleId: string;
  severity: string;
  message: string;
  location: { pointer?: string }[];
}

/** The description of the API, as programs of others read it. */
export const openapi: Check = {
  name: 'openapi',
  async run(tree) {
    const { describedApi } = (await import(pathToFileURL(join(tree.root, hook)).href)) as {
      describedApi(): { paths: Record<string, object> };
    };
    const described = describedApi();
    const operations = Object.values(described.paths).flatMap((path) => Object.keys(path));
    return { looked: operations.length, faults: await lintApi(described, tree) };
  },
};

/** Redocly's recommended rules, with what `redocly.yaml` says of them. */
export async function lintApi(described: object, { root }: Pick<Tree, 'root'>): Promise<Fault[]> {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(described));
    const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js');
    const config = join(root, 'scripts/check/redocly.yaml');
    const said = await new Promise<string>((resolve, reject) =>
      execFile(
        process.execPath,
        [cli, 'lint', file, '--config', config, '--format', 'json', '--max-problems', '1000'],
        {
          maxBuffer: 1 << 26,
          env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        },
        (error, stdout, stderr) => (stdout ? resolve(stdout) : reject(error ?? new Error(stderr))),
      ),
    );
    const { problems } = JSON.parse(said.slice(said.indexOf('{'))) as { problems: Problem[] };
    return problems.map(({ ruleId, message, location }) => ({
      file: hook,
      line: 1,
      rule: ruleId,
      words: `${location[0]?.pointer ?? ''} ${message}`,
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
