import type { HubCommand } from '#platform/server/feature.ts';
import { backupCommand } from './backup.ts';
import { doctorCommand } from './doctor.ts';
import { restoreCommand } from './restore.ts';
import { secretsCommands } from './secrets.ts';

/** Commands that open the hub themselves, or must work when it can't be opened. */
export function baseCommands(env: Record<string, string | undefined>): HubCommand[] {
  return [doctorCommand(env), backupCommand(env), restoreCommand(env), ...secretsCommands(env)];
}
