import { parseMailAddress } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import type { ConsentByHand } from '#features/consent/server/index.ts';
import { type DeskAct, type DeskField, Unanswered } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { backupsWords, erasePerson, exportPerson, type Keeper } from '../person.ts';

export interface PeopleParts {
  keepers: readonly Keeper[];
  consent: ConsentByHand;
}

/** An address that somebody could have; anything else names nobody. */
export function addressOf(id: string): string {
  const address = parseMailAddress(id);
  if (address === null) throw new Problem('not_found', 'This is no email address.');
  return address;
}

const waysToAsk = ['by email', 'by phone', 'in person', 'by letter', 'in another way'];

/** What somebody can ask of whoever keeps their data, done for them by an operator. */
export const personActs = (
  { clock }: Pick<Platform, 'clock'>,
  { keepers, consent }: PeopleParts,
): DeskAct[] => [
  {
    name: 'withdraw',
    label: 'Withdraw consent',
    async ask(id) {
      const address = addressOf(id);
      const { consents } = await consent.known(address);
      const open = consents.filter(({ withdrawn_at }) => withdrawn_at === null);
      const fields: DeskField[] = [
        ...open.map(({ id: record, label }) => ({
          name: record,
          label: label.charAt(0).toUpperCase() + label.slice(1),
          kind: 'check' as const,
          ...(open.length === 1 && { value: 'yes' }),
        })),
        {
          name: 'everything',
          label: 'Never any marketing again, whoever asks',
          kind: 'check',
          hint: 'Until they confirm again by a click in an email. Receipts and codes still come.',
        },
        {
          name: 'asked',
          label: 'How they asked',
          options: waysToAsk.map((value) => ({ value, label: value })),
        },
      ];
      return {
        words: `On the wish of ${address}, as their own unsubscribe link would. What waits for them isn’t sent any more. Only they can agree again.`,
        fields,
      };
    },
    async act(id, form) {
      const address = addressOf(id);
      const asked = waysToAsk.find((way) => way === form['asked']) ?? waysToAsk[0];
      const { consents } = await consent.known(address);
      const chosen = consents.filter((record) => form[record.id] === 'yes').map((record) => record.id);
      const isEverything = form['everything'] === 'yes';
      if (chosen.length === 0 && !isEverything)
        throw new Problem('bad_request', 'Nothing was changed. Choose what they take back.');
      const done = await consent.withdraw(address, chosen, isEverything);
      const what = [...done, ...(isEverything ? ['all marketing'] : [])];
      return {
        words:
          what.length > 0
            ? `Withdrawn for ${address}: ${what.join(', ')}.`
            : 'They had taken it back themselves meanwhile.',
        before: { agreed: done },
        after: { withdrawn: what, asked },
      };
    },
  },
  {
    name: 'export',
    label: 'Export',
    isGrave: true,
    ask: async (id) => ({
      words: `Everything stored about ${addressOf(id)}, as a file for them. Send it to nobody else: make sure first that whoever asks is that person.`,
      fields: [],
    }),
    async act(id) {
      const { text, names } = await exportPerson(keepers, addressOf(id), clock.now());
      return {
        words: 'Exported.',
        file: {
          name: `person-${clock.now().toISOString().slice(0, 10)}.json`,
          bytes: new Blob([text]).stream(),
        },
        after: { exported: names, bytes: text.length },
      };
    },
  },
  {
    name: 'erase',
    label: 'Erase',
    isGrave: true,
    async ask(id) {
      const address = addressOf(id);
      const rows: string[][] = [];
      for (const { name, person } of keepers) {
        // What was sent is looked for in every message: not before somebody means it.
        if (name !== 'mail and webhooks' && (await person.export(address)) === null) continue;
        const { goes = '', stays = '' } = person.erasing;
        rows.push([goes, stays]);
      }
      return {
        words: `What is stored about ${address} is erased for good. ${backupsWords}`,
        blocks: [
          {
            is: 'table',
            title: 'What goes, and what stays',
            columns: [{ head: 'Goes' }, { head: 'Stays' }],
            rows,
            empty: '',
          },
        ],
        fields: [],
      };
    },
    async act(id) {
      const address = addressOf(id);
      const lines: string[] = [];
      const { failed } = await erasePerson(keepers, address, (line) => lines.push(line));
      // What a failure says may name the person; where it was doesn't.
      const where = failed.map((each) => each.replace(/ \(.*/s, ''));
      if (where.length > 0)
        throw new Unanswered(
          `Not erased everywhere; erase once more. Failed: ${where.join(', ')}. Done: ${lines.join('; ')}`,
          { after: { erased: lines, failed: where } },
        );
      return {
        words: `Erased. ${lines.join('; ') || 'Nothing was stored'}. ${backupsWords}`,
        goOn: 'people',
        after: { erased: lines },
      };
    },
  },
];
