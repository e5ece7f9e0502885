import { mailAddressWords } from '#base/mail-address.ts';
import { writeFile } from 'node:fs/promises';
import { parseMailAddress } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import type { HubCommand, PersonData, ServerFeature } from '#platform/server/feature.ts';
import { outboxPerson } from '#platform/server/outbox/person.ts';
import type { Platform } from '#platform/server/platform.ts';

export interface Keeper {
  name: string;
  person: PersonData;
}

export const personKeepers = (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  features: readonly ServerFeature[],
): Keeper[] => [
  ...features.flatMap(({ name, person }) => (person ? [{ name, person }] : [])),
  // Last: erasing elsewhere may leave messages in the outbox, which are removed as well.
  { name: 'mail and webhooks', person: outboxPerson(db, clock) },
];

/** A copy of everything, as a file; `names` say who had something. */
export async function exportPerson(
  keepers: readonly Keeper[],
  address: string,
  now: Date,
): Promise<{ text: string; names: string[] }> {
  const found: [string, unknown][] = [];
  for (const { name, person } of keepers) {
    const data = await person.export(address);
    if (data !== null && data !== undefined) found.push([name, data]);
  }
  const all = { address, exportedAt: now.toISOString(), ...Object.fromEntries(found) };
  return { text: JSON.stringify(all, null, 2), names: found.map(([name]) => name) };
}

/** What was removed and what stays; one feature's failure mustn't leave other features' data behind. */
export async function erasePerson(
  keepers: readonly Keeper[],
  address: string,
  tell: (line: string) => void,
): Promise<{ failed: string[] }> {
  const failed: string[] = [];
  for (const { name, person } of keepers) {
    try {
      for (const line of await person.erase(address)) tell(`${name}: ${line}`);
    } catch (error) {
      failed.push(`${name} (${error instanceof Error ? error.message : 'unknown'})`);
    }
  }
  return { failed };
}

/**
 * What people can request of whoever stores their data: a copy and its deletion. Every feature is responsible for
 * its own.
 */
export function personCommands(
  platform: Pick<Platform, 'db' | 'clock'>,
  features: ServerFeature[],
): HubCommand[] {
  const keepers = personKeepers(platform, features);
  return [
    {
      name: 'person export',
      usage: 'person export EMAIL [FILE]',
      summary: 'Export everything stored about an email address, as JSON',
      async run([email, file], print) {
        const address = oneAddress(email);
        const { text, names } = await exportPerson(keepers, address, platform.clock.now());
        if (file === undefined) return print(text);
        // Readable by its owner only, and never overwrites a file.
        await writeFile(file, `${text}\n`, { flag: 'wx', mode: 0o600 });
        print(`${file}: ${names.join(', ') || 'nothing is stored about this address'}`);
      },
    },
    {
      name: 'person erase',
      usage: 'person erase EMAIL',
      summary: 'Erase what is stored about an email address; lists what the law requires us to keep',
      async run([email], print) {
        const { failed } = await erasePerson(keepers, oneAddress(email), print);
        if (failed.length > 0)
          throw new Problem('internal', `Not erased everywhere; run it again. Failed: ${failed.join(', ')}`);
        print(backupsWords);
      },
    },
  ];
}

export const backupsWords = 'Backups made before today still contain it until they are replaced.';

function oneAddress(email: string | undefined): string {
  const address = parseMailAddress(email ?? '');
  if (address === null) throw new Problem('bad_request', mailAddressWords);
  return address;
}
