import { countOf } from '#base/count.ts';
import { Problem } from '#base/problem.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { contactReasons, type HeldReason } from '../../rules/contact.ts';
import type { OutreachTables } from '../tables.ts';

const heldWords: Record<HeldReason, string> = {
  trap: 'held: a bot filled in the hidden field',
  links: 'held: full of links',
  copy: 'held: same text from another address',
};

/** What came in by the contact form, at a terminal: also what was held and not mailed. */
export function contactCommands({ db }: Pick<Platform, 'db'>): HubCommand[] {
  const messages = () => db.tables<OutreachTables>().selectFrom('contact_message').selectAll();

  return [
    {
      name: 'contact list',
      usage: 'contact list [--held]',
      summary: 'List messages, newest first; with --held, suspected spam',
      async run([flag], print) {
        if (flag !== undefined && flag !== '--held')
          throw new Problem('bad_request', 'contact list takes no options except --held.');
        const rows = await messages()
          .where('held', flag ? 'is not' : 'is', null)
          .orderBy('received_at', 'desc')
          .limit(200)
          .execute();
        for (const { id, received_at, address, reason, held } of rows)
          print(
            [minute(received_at), id, address, held ? heldWords[held] : contactReasons[reason]].join('  '),
          );
        print(countOf(rows.length, 'message'));
      },
    },
    {
      name: 'contact show',
      usage: 'contact show ID',
      summary: 'Show one message',
      async run([id], print) {
        const found = await messages()
          .where('id', '=', id ?? '')
          .executeTakeFirst();
        if (!found)
          throw new Problem(
            'not_found',
            id === undefined ? 'Specify a message ID.' : `There is no message ${id}.`,
          );
        print(`From      ${found.name} <${found.address}>`);
        print(`About     ${contactReasons[found.reason]}`);
        print(`Received  ${minute(found.received_at)} UTC`);
        if (found.held) print(`Not emailed, ${heldWords[found.held]}`);
        print('');
        print(found.message);
      },
    },
  ];
}

const minute = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');
