import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '#base/problem.ts';
import { type Config, readConfig } from '#platform/server/config.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import { tellSecurityLog } from './told.ts';
import { forgetFormerSecret, formerCountsDays, rotateSecret } from '../secrets.ts';

/** Rotates the signing secret without signing anyone out or breaking links already sent. */
export function secretsCommands(
  env: Record<string, string | undefined>,
  tell: (config: Config, command: string) => Promise<void> = tellSecurityLog,
): HubCommand[] {
  const configured = () => readConfig(env);
  const noted = (command: string, print: (line: string) => void) =>
    tell(configured(), command).catch(() => print('note       couldn’t write to the security log.'));
  const path = (name: string) => join(configured().dataDir, name);

  return [
    {
      name: 'secrets rotate',
      usage: 'secrets rotate',
      summary: 'Create a new secret for sessions and links; the old one stays valid for a while',
      async run(_, print) {
        const { authSecret, authSecretFirst } = configured();
        if (authSecret !== undefined) {
          const first = authSecretFirst === undefined ? '(your current AUTH_SECRET)' : '(leave unchanged)';
          print(
            'AUTH_SECRET is set in your environment. Rotate it in two steps, restarting every process after each:',
          );
          print(`1. AUTH_SECRET_OTHER=${randomBytes(32).toString('base64url')}`);
          print(`   AUTH_SECRET_FIRST=${first}`);
          print('2. Swap AUTH_SECRET and AUTH_SECRET_OTHER.');
          print(
            `After ${formerCountsDays} days, remove AUTH_SECRET_OTHER. Keep AUTH_SECRET_FIRST permanently.`,
          );
          return;
        }
        if (!existsSync(path('secret')))
          throw new Problem('conflict', 'There is no secret yet. The first start creates one.');
        rotateSecret(configured().dataDir);
        await noted('secrets rotate', print);
        print(`Saved a new secret in ${path('secret')}. Restart the hub to use it.`);
        print(`The old one stays valid for ${formerCountsDays} days; nobody is signed out.`);
        print('Make a backup now: npm run hub -- backup FILE');
      },
    },
    {
      name: 'secrets forget',
      usage: 'secrets forget',
      summary:
        'Invalidate the old secret at once, for example after a leak; its sessions and links stop working',
      async run(_, print) {
        if (configured().authSecret !== undefined)
          throw new Problem(
            'conflict',
            'AUTH_SECRET is set in your environment: remove AUTH_SECRET_OTHER there.',
          );
        if (!forgetFormerSecret(configured().dataDir))
          throw new Problem('conflict', 'There is no old secret. First run: npm run hub -- secrets rotate');
        await noted('secrets forget', print);
        print('The old secret is no longer valid. Restart the hub.');
      },
    },
  ];
}
