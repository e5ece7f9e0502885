import { readConfig } from '#platform/server/config.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import { demoCommands } from './demo/commands.ts';
import { consoleCommand } from './console/command.ts';
import { houseCommands } from './commands/house-commands.ts';
import { type House, openHouse } from './house.ts';
import { personCommands } from './person.ts';
import { withTestPayments } from './test-payments.ts';

/** `npm run hub -- COMMAND`: the operator's command line. Commands of the house come first, then every feature's own. */
async function hub(args: string[]): Promise<number> {
  const print = (line: string) => console.log(line);
  const ownCommands = houseCommands(process.env);
  const own = findCommand(ownCommands, args);
  if (own) return await run(own.command, own.rest, print);

  let house: House | undefined;
  try {
    house = await openHouse(await withTestPayments(readConfig(process.env)), () => {});
    const commands = [
      ...ownCommands,
      ...personCommands(house.platform, house.features),
      ...demoCommands(house.platform),
      consoleCommand(house),
      ...house.features.flatMap((feature) => feature.commands ?? []),
    ];
    const found = findCommand(commands, args);
    if (found) return await run(found.command, found.rest, print);
    const asked = args.join(' ');
    if (asked && asked !== 'help') print(`There is no command ${JSON.stringify(asked)}.\n`);
    print('npm run hub -- COMMAND\n');
    const width = Math.max(...commands.map((command) => command.usage.length));
    for (const command of commands) print(`  ${command.usage.padEnd(width)}  ${command.summary}`);
    return asked && asked !== 'help' ? 1 : 0;
  } finally {
    await house?.close();
  }
}

function findCommand(commands: HubCommand[], args: string[]): { command: HubCommand; rest: string[] } | null {
  for (const length of [3, 2, 1]) {
    const name = args.slice(0, length).join(' ');
    const command = commands.find((each) => each.name === name);
    if (command && args.length >= length) return { command, rest: args.slice(length) };
  }
  return null;
}

async function run(command: HubCommand, args: string[], print: (line: string) => void): Promise<number> {
  try {
    await command.run(args, print);
    return 0;
  } catch (error) {
    // A Problem, a mistake in a file, a refused start: words for the operator. Anything else is a fault of ours.
    const expected =
      error instanceof Error &&
      ['Problem', 'ConfigError', 'SiteMistake', 'CannotStart', 'UsageError'].includes(error.name);
    console.error(expected ? error.message : error);
    return 1;
  }
}

process.exitCode = await hub(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
