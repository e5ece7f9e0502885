import type { HubCommand } from '#platform/server/feature.ts';

/** Commands that open the house themselves, or must work while it cannot be opened. */
export function houseCommands(env: Record<string, string | undefined>): HubCommand[] {
  void env;
  return [];
}
