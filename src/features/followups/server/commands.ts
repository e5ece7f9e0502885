import * as z from 'zod/mini';
import { countOf } from '#base/count.ts';
import { randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { senderOf } from '#features/recovery/rules/look.ts';
import { money } from '#features/recovery/rules/writing.ts';
import { ensureOwner } from '#features/recovery/server/public.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import { readJsonFile } from '#platform/server/json-file.ts';
import type { Platform } from '#platform/server/platform.ts';
import { SequenceBody } from '../rules/contract.ts';
import { allSteps } from '../rules/steps.ts';
import { startWords } from '../rules/words.ts';
import { hubOwner } from './owner.ts';
import { listPeople } from './people.ts';
import { saveSequence, sequencesOf } from './sequences.ts';
import { numbersOf } from './numbers.ts';
import type { FollowupTables, SequenceRow } from './tables.ts';

const asBody = ({ body, on_since }: SequenceRow): SequenceBody => ({ ...body, isOn: on_since !== null });

/** The sequences of the hub itself: to readers of its newsletter, from its operator’s terminal. */
export function followupCommands({ db, clock, site }: Pick<Platform, 'db' | 'clock' | 'site'>): HubCommand[] {
  const all = () => sequencesOf(db.tables(), hubOwner);

  /** One of the same name goes on with whoever is in it; one that isn’t named is turned off and kept. */
  async function take(bodies: readonly SequenceBody[]): Promise<void> {
    const names = bodies.map(({ name }) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw new Problem('bad_request', `Two sequences are named “${twice}”.`);
    await db.transaction(async (trx) => {
      const now = clock.now();
      const { delivery } = await ensureOwner(trx, hubOwner, now);
      const sender = senderOf(delivery, site.shop());
      const before = await sequencesOf(trx, hubOwner);
      for (const body of bodies) {
        const known = before.find(({ name }) => name === body.name);
        const { id, version } = known ?? { id: `seq_${randomText(16)}`, version: 0 };
        await saveSequence(trx, hubOwner, id, { ...body, version }, { now, sender });
      }
      for (const row of before)
        if (!names.includes(row.name) && row.on_since !== null)
          await saveSequence(
            trx,
            hubOwner,
            row.id,
            { ...asBody(row), isOn: false, version: row.version },
            { now, sender },
          );
    });
  }

  async function print(to: (line: string) => void): Promise<void> {
    const numbers = await numbersOf(db.tables(), hubOwner);
    const rows = await all();
    if (rows.length === 0) to('No sequences yet. `followups show` prints an empty file to begin with.');
    for (const row of rows) {
      const { underWay, sent, clicked, revenue } = numbers(row.id);
      to(
        `${row.on_since ? 'on ' : 'off'}  ${row.name}: when somebody ${startWords(row.body)}, ${countOf(allSteps(row.body.steps).length, 'step')}`,
      );
      to(
        `     ${underWay} under way, ${sent} sent, ${clicked} clicked, ${revenue.map(({ cents, currency }) => money(cents, currency)).join(', ') || 'no revenue yet'}`,
      );
    }
  }

  return [
    {
      name: 'followups list',
      usage: 'followups list',
      summary: 'List your hub’s sequences with their numbers',
      run: (_args, to) => print(to),
    },
    {
      name: 'followups show',
      usage: 'followups show',
      summary: 'Print your hub’s sequences as the JSON file that `followups set` takes',
      async run(_args, to) {
        to(JSON.stringify((await all()).map(asBody), null, 2));
      },
    },
    {
      name: 'followups set',
      usage: 'followups set FILE',
      summary: 'Take your hub’s sequences from a JSON file; those it doesn’t name are turned off',
      async run([file], to) {
        if (file === undefined) throw new Problem('bad_request', 'Specify a file.');
        await take(await readJsonFile(file, z.array(SequenceBody)));
        await print(to);
      },
    },
    {
      name: 'followups delete',
      usage: 'followups delete NAME',
      summary: 'Delete a sequence of your hub with its numbers; nobody in it gets anything more',
      async run(words, to) {
        const name = words.join(' ');
        const row = (await all()).find((one) => one.name === name);
        if (!row) throw new Problem('not_found', `There is no sequence named “${name}”.`);
        await db
          .tables<FollowupTables>()
          .deleteFrom('followup_sequence')
          .where('owner_id', '=', hubOwner)
          .where('id', '=', row.id)
          .execute();
        to(`Deleted “${name}”.`);
      },
    },
    {
      name: 'followups people',
      usage: 'followups people [SEARCH]',
      summary: 'List who your hub’s sequences know, the newest first, and whether they may be emailed',
      async run(words, to) {
        const segment = {
          search: words.join(' '),
          tag: '',
          consent: 'any',
          bought: 'any',
          sequenceId: '',
        } as const;
        const { people, total } = await listPeople(db.tables(), hubOwner, segment);
        for (const { email, name, standing, tags, createdAt } of people)
          to(`${createdAt.slice(0, 10)}  ${email}  ${name}  ${standing}  ${tags.join(', ')}`.trimEnd());
        to(
          total > people.length
            ? `${people.length} of ${countOf(total, 'person', 'people')}`
            : countOf(total, 'person', 'people'),
        );
      },
    },
  ];
}
