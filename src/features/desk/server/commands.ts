import { Problem } from '#base/problem.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import { allRights, readRights } from '../rules/operators.ts';
import type { Operators } from './operators.ts';

interface Parts {
  operators: Operators;
  linkOf(token: string): string;
}

/** The door for whoever has the machine: how the first operator, and one without a passkey, gets to the desk. */
export function deskCommands({ operators, linkOf }: Parts): HubCommand[] {
  return [
    {
      name: 'desk invite',
      usage: 'desk invite [NAME] [--rights money,content,people]',
      summary: 'Print a link that makes a passkey for the desk: for a new operator, or one who lost theirs',
      async run(args, print) {
        const { words, rights } = readArgs(args);
        const link =
          words === ''
            ? await operators.inviteFirst()
            : await operators.invite(words, rights ?? ['everything'], 'command line', true);
        print(linkOf(link));
        print('It works once, for a day. Whoever opens it first gets in.');
        const known = (await operators.list()).find(({ name }) => name.toLowerCase() === words.toLowerCase());
        if (known)
          print(
            `${known.name} is an operator already: their other passkeys stay. To end a stolen one, open Operators at the desk; to end all, first: npm run hub -- desk remove ${known.name}`,
          );
      },
    },
    {
      name: 'desk list',
      usage: 'desk list',
      summary: 'List who may sit at the desk',
      async run(_args, print) {
        const rows = await operators.list();
        for (const { id, name, rights } of rows) print(`${id}  ${name}  ${rights.join(', ')}`);
        if (rows.length === 0) print('No operators yet. To invite one: npm run hub -- desk invite');
      },
    },
    {
      name: 'desk rights',
      usage: 'desk rights NAME --rights money,content,people',
      summary: `Change what an operator may do: ${allRights.join(', ')}`,
      async run(args, print) {
        const { words, rights } = readArgs(args);
        if (!rights) throw new Problem('bad_request', `Name the rights: ${allRights.join(', ')}.`);
        const { id, name } = await operators.byName(words);
        await operators.setRights(id, rights, false);
        print(`${name} may do: ${rights.join(', ')}.`);
      },
    },
    {
      name: 'desk remove',
      usage: 'desk remove NAME',
      summary: 'Lock an operator out of the desk at once, on every device',
      async run(args, print) {
        const { id, name } = await operators.byName(readArgs(args).words);
        await operators.revoke(id, false);
        print(`${name} is no longer an operator.`);
      },
    },
  ];
}

function readArgs(args: string[]) {
  const at = args.findIndex((arg) => arg === '--rights' || arg.startsWith('--rights='));
  const given = at < 0 ? undefined : (args[at]?.split('=')[1] ?? args[at + 1] ?? '');
  const words = (
    at < 0 ? args : args.filter((_, n) => n !== at && !(n === at + 1 && args[at] === '--rights'))
  )
    .join(' ')
    .trim();
  const rights = given === undefined ? undefined : readRights(given);
  if (given !== undefined && !rights)
    throw new Problem(
      'bad_request',
      `--rights: got ${JSON.stringify(given)}, expected some of ${allRights.join(', ')}.`,
    );
  return { words, rights };
}
