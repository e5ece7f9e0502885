import { Problem } from '#base/problem.ts';
import { readConfig } from '#platform/server/config.ts';
import { dataDirOf, readKept, withKept } from '#platform/server/kept-settings.ts';
import { isDatabaseAway } from '#platform/server/database/unavailable.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import { demoCommands } from './demo/commands.ts';
import { consoleCommand } from './console/command.ts';
import { baseCommands } from './commands/base-commands.ts';
import { commandLine } from '#platform/server/security/security-log.ts';
import { asksForHelp, listOf, mistakeIn, usageWords } from './commands/usage.ts';
import { type OpenHub, openHub } from './open-hub.ts';
import { personCommands } from './person.ts';
import { withTestPayments } from './test-payments.ts';

/**
 * `npm run hub -- COMMAND`: the operator's command line. The hub's own commands come first, then those of each
 * feature.
 */
async function runCommandLine(args: string[]): Promise<number> {
  const print = (line: string) => console.log(line);
  const ownCommands = baseCommands(withKept(process.env));
  const own = findCommand(ownCommands, args);
  if (own) return await run(own.command, own.rest, print);

  let opened: OpenHub | undefined;
  try {
    opened = await openHub(
      await withTestPayments(readConfig(process.env, readKept(dataDirOf(process.env)))),
      () => {},
    );
    const commands = [
      ...ownCommands,
      ...personCommands(opened.platform, opened.features),
      ...demoCommands(opened.platform),
      consoleCommand(opened),
      ...opened.features.flatMap((feature) => feature.commands ?? []),
    ];
    const found = findCommand(commands, args);
    if (found) {
      const code = await run(found.command, found.rest, print);
      // Not the arguments: they contain names and addresses.
      const email = found.rest.find((word) => word.includes('@'));
      if (!asksForHelp(found.rest))
        await opened.platform.security.write({
          what: `operator: ${found.command.name}`,
          outcome: code === 0 ? 'ok' : 'failed',
          how: commandLine,
          ...(email !== undefined && { email }),
        });
      return code;
    }
    const words = args.filter((arg) => arg !== 'help' && !asksForHelp([arg]));
    const asked = words.join(' ');
    const isHelp = words.length < args.length || asked === '';
    const about = isHelp && findCommand(commands, words);
    if (about) return await run(about.command, ['--help'], print);
    if (!isHelp) print(`There is no command ${JSON.stringify(asked)}.\n`);
    for (const line of listOf(commands, asked)) print(line);
    return isHelp ? 0 : 1;
  } finally {
    await opened?.close();
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
  if (asksForHelp(args)) {
    for (const line of usageWords(command)) print(line);
    return 0;
  }
  try {
    const mistake = mistakeIn(command, args);
    if (mistake !== null) throw new Problem('bad_request', mistake);
    await command.run(args, print);
    return 0;
  } catch (error) {
    if (isDiskFull(error)) {
      console.error('The disk is full. Free some space, then try again. The change was rolled back.');
      return 1;
    }
    if (isDatabaseAway(error)) {
      console.error(
        'The database connection was lost. Check that it is running and has disk space, then try again. The change was rolled back.',
      );
      return 1;
    }
    // A Problem, an error in a file or a refused start has a message for the operator. Anything else is our bug.
    const expected =
      error instanceof Error &&
      ['Problem', 'ConfigError', 'SiteMistake', 'CannotStart', 'UsageError'].includes(error.name);
    console.error(expected ? error.message : error);
    // A command without arguments wasn't called incorrectly.
    if (error instanceof Problem && error.code === 'bad_request' && command.usage !== command.name)
      console.error(`\n  npm run hub -- ${command.usage}`);
    return 1;
  }
}

/** In the words of the system, or PostgreSQL. */
const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', '53100'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');

// Whoever read along has read enough (`| head`): nobody is told, and what was begun is finished all the same.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

process.exitCode = await runCommandLine(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
