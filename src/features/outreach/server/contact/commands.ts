import { countOf } from '#base/count.ts';
import { Problem } from '#base/problem.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { contactReasons } from '../../rules/contact.ts';
import { heldWords, messages, minute } from './messages.ts';
import type { Threads } from './threads.ts';

/** What came in by the contact form, at a terminal: also what was held and not mailed. */
export function contactCommands({ db }: Pick<Platform, 'db'>, threads: Threads): HubCommand[] {
  return [
    {
      name: 'contact list',
      usage: 'contact list [--held]',
      summary: 'List messages, newest first; with --held, suspected spam',
      async run([flag], print) {
        if (flag !== undefined && flag !== '--held')
          throw new Problem('bad_request', 'contact list takes no options except --held.');
        const rows = await messages(db)
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
        const found = await messages(db)
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
        for (const { from, text } of found.conversation ?? [])
          print(`\n${from === 'visitor' ? 'Visitor, in the chat' : 'Assistant'}: ${text}`);
        for (const { author, text, written_at } of await threads.repliesTo(found.id))
          print(`\n${author === 'operator' ? 'Answered' : 'Replied'} ${minute(written_at)} UTC: ${text}`);
      },
    },
    {
      name: 'contact answer',
      usage: 'contact answer ID "TEXT"',
      summary: 'Answer a message: by email, and in the chat of a member',
      async run([id = '', ...words], print) {
        const { address } = await threads.messageOf(id);
        await threads.reply('operator', id, words.join(' '));
        print(`Answered: it goes to ${address}.`);
      },
    },
  ];
}
