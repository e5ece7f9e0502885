import { nearest } from '#base/nearest.ts';
import type { HubCommand } from '#platform/server/feature.ts';

/** A command's arguments, parsed from its usage line: `orders refund ID [DOLLARS] [--reason WORDS]`. */
interface Takes {
  needed: string[];
  /** Infinity if the last argument may be repeated. */
  most: number;
  /** By name; true: a value follows. */
  options: Map<string, boolean>;
}

function readUsage({ name, usage }: HubCommand): Takes {
  // An option without brackets is needed, with the value after it; the command itself says what is missing.
  const parts = usage.slice(name.length).match(/\[[^\]]*\](?:\.\.\.)?|--[a-z-]+(?: [^\s[-]\S*)?|\S+/g) ?? [];
  const options = new Map(
    parts.flatMap((part) => {
      const [, option, value] = /^\[?(--[a-z-]+)( [^\]]+)?/.exec(part) ?? [];
      return option === undefined ? [] : [[option, value !== undefined] as const];
    }),
  );
  const words = parts.filter((part) => !/^\[?--/.test(part));
  const isOpen = words.some((word) => word.endsWith(']...'));
  return {
    needed: words.filter((word) => !word.startsWith('[')),
    most: isOpen ? Infinity : words.length,
    options,
  };
}

/** The error message for the arguments of a command; null if there is none. */
export function mistakeIn(command: HubCommand, args: readonly string[]): string | null {
  const { needed, most, options } = readUsage(command);
  const words: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const [, option, value] = /^(--?[a-z][a-z-]*)(=.*)?$/is.exec(arg) ?? [];
    if (option === undefined) {
      words.push(arg);
      continue;
    }
    const takesValue = options.get(option);
    if (takesValue === undefined) {
      const known = [...options.keys()];
      return `Unknown option ${option}; ${JSON.stringify(command.name)} takes ${known.join(', ') || 'no options'}.`;
    }
    if (!takesValue && value !== undefined) return `${option} doesn’t take a value.`;
    if (takesValue && value === undefined && args[++at] === undefined) return `${option} needs a value.`;
  }
  const missing = needed.slice(words.length);
  if (missing.length > 0) return `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`;
  const [tooMuch] = words.slice(most);
  return tooMuch === undefined
    ? null
    : `Unexpected argument ${JSON.stringify(tooMuch)} for ${JSON.stringify(command.name)}.`;
}

export const asksForHelp = (args: readonly string[]): boolean =>
  args.some((arg) => arg === '--help' || arg === '-h');

export const usageWords = ({ usage, summary }: HubCommand): string[] => [
  summary,
  '',
  `  npm run hub -- ${usage}`,
];

/** The commands that start with what was typed, or all of them. */
export function listOf(commands: readonly HubCommand[], asked: string): string[] {
  const begun = commands.filter((command) => command.name.startsWith(`${asked} `));
  const [group = ''] = asked.split(' ');
  const near = commands.filter((command) => command.name.split(' ')[0] === group);
  const shown = begun.length > 0 ? begun : near.length > 0 ? near : commands;
  const width = Math.max(...shown.map(({ usage }) => usage.length));
  const names = shown === commands && asked ? commands.map(({ name }) => name) : [];
  const [meant] = nearest(asked, names);
  return [
    ...(meant === undefined ? [] : [`Did you mean ${meant}?`, '']),
    'npm run hub -- COMMAND',
    '',
    ...shown.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`),
  ];
}
