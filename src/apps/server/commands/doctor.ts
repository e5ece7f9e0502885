import { type Clock, systemClock } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { readConfig } from '#platform/server/config.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import type { TxtLookup } from '../doctor/dns.ts';
import { linesOf } from '../doctor/finding.ts';
import { findingsOf } from '../doctor/look.ts';

export function doctorCommand(
  env: Record<string, string | undefined>,
  lookup?: TxtLookup,
  clock: Clock = systemClock,
): HubCommand {
  return {
    name: 'doctor',
    usage: 'doctor',
    summary: 'Check everything the hub depends on, and show what to fix',
    async run(args, print) {
      if (args.length > 0) throw new Problem('bad_request', 'npm run hub -- doctor takes no options.');
      const findings = await findingsOf({ config: readConfig(env), clock, lookup });
      for (const line of findings.flatMap(linesOf)) print(line);
      const broken = findings.filter(({ state }) => state === 'bad').length;
      if (broken > 0)
        throw new Problem('conflict', `\n${broken === 1 ? '1 problem' : `${broken} problems`} found (✗).`);
      print('\nNo problems found.');
    },
  };
}
