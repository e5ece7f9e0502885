import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Clock, systemClock } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { readConfig } from '#platform/server/config.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import { databaseFindings } from '../doctor/database.ts';
import { createTxtLookup, type TxtLookup } from '../doctor/dns.ts';
import { linesOf } from '../doctor/finding.ts';
import { machineFindings } from '../doctor/machine.ts';
import { mailFindings } from '../doctor/mail.ts';
import { publicAddressFindings } from '../doctor/public-address.ts';
import { aiFinding, paymentFinding } from '../doctor/services.ts';
import { sealFindings } from '../doctor/seal.ts';
import { releaseFinding, scannerFinding, secretAgeFinding } from '../doctor/upkeep.ts';

export function doctorCommand(
  env: Record<string, string | undefined>,
  lookup: TxtLookup = createTxtLookup(),
  clock: Clock = systemClock,
): HubCommand {
  return {
    name: 'doctor',
    usage: 'doctor',
    summary: 'Check everything the hub depends on, and show what to fix',
    async run(args, print) {
      if (args.length > 0) throw new Problem('bad_request', 'npm run hub -- doctor takes no options.');
      const config = readConfig(env);
      const findings = (
        await Promise.all([
          publicAddressFindings(config, clock.now()),
          databaseFindings(config, clock),
          mailFindings(config, lookup),
          paymentFinding(config),
          aiFinding(config),
          machineFindings(config, await wantedNode()),
          secretAgeFinding(config, clock.now()),
          scannerFinding(config),
          sealFindings(config, clock.now()),
          releaseFinding(fileURLToPath(new URL('../../../../', import.meta.url)), clock.now()),
        ])
      ).flat();
      for (const line of findings.flatMap(linesOf)) print(line);
      const broken = findings.filter(({ state }) => state === 'bad').length;
      if (broken > 0)
        throw new Problem('conflict', `\n${broken === 1 ? '1 problem' : `${broken} problems`} found (✗).`);
      print('\nNo problems found.');
    },
  };
}

/** The Node version that the hub is tested with. */
async function wantedNode(): Promise<string> {
  const text = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { pinnedNode: { version: string } }).pinnedNode.version;
}
