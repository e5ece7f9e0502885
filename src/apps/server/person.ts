import { mailAddressWords } from '#base/mail-address.ts';
import { writeFile } from 'node:fs/promises';
import { parseMailAddress } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import type { HubCommand, PersonData, ServerFeature } from '#platform/server/feature.ts';
import { outboxPerson } from '#platform/server/outbox/person.ts';
import type { Platform } from '#platform/server/platform.ts';

/**
 * What people can request of whoever stores their data: a copy and its deletion. Every feature is responsible for
 * its own.
 */
export function personCommands(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  features: ServerFeature[],
): HubCommand[] {
  const keepers: { name: string; person: PersonData }[] = [
    ...features.flatMap(({ name, person }) => (person ? [{ name, person }] : [])),
    // Last: erasing elsewhere may leave messages in the outbox, which are removed as well.
    { name: 'mail and webhooks', person: outboxPerson(db, clock) },
  ];

  return [
    {
      name: 'person export',
      usage: 'person export EMAIL [FILE]',
      summary: 'Export everything stored about an email address, as JSON',
      async run([email, file], print) {
        const address = oneAddress(email);
        const found: [string, unknown][] = [];
        for (const { name, person } of keepers) {
          const data = await person.export(address);
          if (data !== null && data !== undefined) found.push([name, data]);
        }
        const text = JSON.stringify(
          { address, exportedAt: clock.now().toISOString(), ...Object.fromEntries(found) },
          null,
          2,
        );
        if (file === undefined) return print(text);
        // Readable by its owner only, and never overwrites a file.
        await writeFile(file, `${text}\n`, { flag: 'wx', mode: 0o600 });
        print(
          `${file}: ${found.length === 0 ? 'nothing is stored about this address' : found.map(([name]) => name).join(', ')}`,
        );
      },
    },
    {
      name: 'person erase',
      usage: 'person erase EMAIL',
      summary: 'Erase what is stored about an email address; lists what the law requires us to keep',
      async run([email], print) {
        const address = oneAddress(email);
        const failed: string[] = [];
        for (const { name, person } of keepers) {
          try {
            for (const line of await person.erase(address)) print(`${name}: ${line}`);
          } catch (error) {
            // One feature's failure mustn't leave other features' data behind.
            failed.push(`${name} (${error instanceof Error ? error.message : 'unknown'})`);
          }
        }
        if (failed.length > 0)
          throw new Problem('internal', `Not erased everywhere; run it again. Failed: ${failed.join(', ')}`);
        print('Backups made before today still contain it until they are replaced.');
      },
    },
  ];
}

function oneAddress(email: string | undefined): string {
  const address = parseMailAddress(email ?? '');
  if (address === null) throw new Problem('bad_request', mailAddressWords);
  return address;
}
