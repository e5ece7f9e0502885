import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '#base/problem.ts';
import { type Config, readConfig } from '#platform/server/config.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import { tellSecurityLog } from './told.ts';
import { forgetFormerSecret, formerCountsDays, rotateSecret } from '../secrets.ts';

/** A new secret to sign with, without signing anybody out or breaking a link that was mailed. */
export function secretsCommands(
  env: Record<string, string | undefined>,
  tell: (config: Config, command: string) => Promise<void> = tellSecurityLog,
): HubCommand[] {
  const configured = () => readConfig(env);
  const noted = (command: string, print: (line: string) => void) =>
    tell(configured(), command).catch(() => print('note       the security log could not be reached.'));
  const path = (name: string) => join(configured().dataDir, name);

  return [
    {
      name: 'secrets rotate',
      usage: 'secrets rotate',
      summary: 'Create a new secret for sessions and links; the old one stays valid for a while',
      async run(_, print) {
        const { authSecret, authSecretFirst } = configured();
        if (authSecret !== undefined) {
          const first = authSecretFirst === undefined ? 'the secret as it is now' : 'as it is';
          print('AUTH_SECRET is in your settings. Change them in two steps, every process in turn:');
          print(`1. AUTH_SECRET_OTHER=${randomBytes(32).toString('base64url')}`);
          print(`   AUTH_SECRET_FIRST=${first}`);
          print('2. Swap AUTH_SECRET and AUTH_SECRET_OTHER.');
          print(
            `After ${formerCountsDays} days remove AUTH_SECRET_OTHER; AUTH_SECRET_FIRST stays permanently.`,
          );
          return;
        }
        if (!existsSync(path('secret')))
          throw new Problem('conflict', 'There is no secret yet. The first start creates one.');
        rotateSecret(configured().dataDir);
        await noted('secrets rotate', print);
        print(`A new secret is in ${path('secret')}. Restart the hub to use it.`);
        print(`The old one stays valid for ${formerCountsDays} days; nobody is signed out.`);
        print('Make a backup now: npm run hub -- backup FILE');
      },
    },
    {
      name: 'secrets forget',
      usage: 'secrets forget',
      summary: 'After a theft: invalidate the old secret; older sessions and links end',
      async run(_, print) {
        if (configured().authSecret !== undefined)
          throw new Problem(
            'conflict',
            'AUTH_SECRET is in your settings: remove AUTH_SECRET_OTHER from them.',
          );
        if (!forgetFormerSecret(configured().dataDir))
          throw new Problem('conflict', 'There is no old secret. First run: npm run hub -- secrets rotate');
        await noted('secrets forget', print);
        print('The old secret is no longer valid. Restart the hub.');
      },
    },
  ];
}
