import { countOf } from '#base/count.ts';
import { Problem } from '#base/problem.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { loadDemo } from './load.ts';
import { demoAddress, demoDomain, demoMembers } from './people.ts';
import { removeDemo } from './remove.ts';
import { isDemoThere } from './there.ts';

/** Fills a hub with realistic data, to try it out or show it, and removes exactly that again. */
export function demoCommands(platform: Platform): HubCommand[] {
  const refuseLive = (args: string[]) => {
    if (args.some((arg) => arg !== '--yes'))
      throw new Problem('bad_request', 'demo takes no options except --yes.');
    if (platform.config.live && !args.includes('--yes'))
      throw new Problem(
        'conflict',
        `This hub is live, at ${platform.origin()}: the demo's funnel would be public there. To go ahead, add --yes.`,
      );
  };
  return [
    {
      name: 'demo load',
      usage: 'demo load [--yes]',
      summary: 'Fill the hub with three weeks of sample members, documents, visits, carts and orders',
      async run(args, print) {
        refuseLive(args);
        if (await isDemoThere(platform.db))
          throw new Problem(
            'conflict',
            'The demo is already loaded. Remove it first: npm run hub -- demo remove',
          );
        try {
          const { password, lines } = await loadDemo(platform);
          for (const line of lines) print(line);
          print(`\nSign in as ${demoAddress(demoMembers[0]?.name ?? '')} with the password ${password}`);
          print(
            `All demo members have an email address @${demoDomain}. To remove the demo: npm run hub -- demo remove`,
          );
        } catch (error) {
          // Half a demo would get in the way of the next attempt.
          await removeDemo(platform);
          throw error;
        }
      },
    },
    {
      name: 'demo remove',
      usage: 'demo remove [--yes]',
      summary: 'Remove what demo load added and everything done with it since, and nothing else',
      async run(args, print) {
        refuseLive(args);
        const { members, rows } = await removeDemo(platform);
        print(
          members === 0 && rows === 0
            ? 'There is no demo data.'
            : `Removed ${countOf(members, 'demo member')} and ${countOf(rows, 'row')}.`,
        );
      },
    },
  ];
}
