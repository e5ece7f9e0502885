import { countOf } from '#base/count.ts';
import { Problem } from '#base/problem.ts';
import type { Asked, DeskAct } from '#platform/server/desk.ts';
import { fileField, firstOf, linesNotRead, readOneFile } from '#platform/server/desk-file.ts';
import type { Platform } from '#platform/server/platform.ts';
import { isShop, type Shop } from '../../../rules/sales-file.ts';
import { salesImport } from '../import-sales.ts';
import { minute, money } from '../words.ts';

const nothing = 'Nothing was imported. See The file.';
/** Whoever waits for the answer waits for all of them; the same file again takes the next ones. */
const mostAtOnce = 2000;

/** What was sold elsewhere. It gives products to people and adds to the books, so it asks for a passkey. */
export function importSales(platform: Pick<Platform, 'db'>): DeskAct {
  const sales = salesImport(platform);
  return {
    name: 'import',
    label: 'Import past sales',
    button: 'Import them',
    lookButton: 'Read the file',
    isOfPage: true,
    isGrave: true,
    ask: async () => ({
      words:
        'The file of sales that Gumroad or Lemon Squeezy saves as CSV. Each sale becomes a paid order here, dated as there: its buyer finds and downloads it with their email address. Nobody is charged, nobody gets an email about it, and nobody becomes a subscriber. You see what comes before anything is imported.',
      fields: [
        {
          name: 'shop',
          label: 'Sold at',
          options: [
            { value: 'gumroad', label: 'Gumroad' },
            { value: 'lemonsqueezy', label: 'Lemon Squeezy' },
          ],
        },
        {
          name: fileField,
          label: 'The file',
          kind: 'files',
          accept: '.csv,.txt,text/csv',
          hint: 'Up to 50 MB.',
        },
        {
          name: 'named',
          label: 'Products called otherwise there (optional)',
          kind: 'long',
          rows: 4,
          hint: 'One a line: the name there = the address here, such as Launch Kit 2024 = launch-kit.',
        },
      ],
    }),
    async look(_id, form, given) {
      const [shop, named] = readForm(form);
      const { comes, here, leftOut, strangers, print } = await readOneFile(given, nothing, (path) =>
        sales.look(shop, path, named),
      );
      const back = comes.filter(({ refundedCents }) => refundedCents > 0).length;
      return {
        words:
          comes.length === 0
            ? 'Nothing in this file is new here. Nothing was imported.'
            : comes.length > mostAtOnce
              ? `The first ${mostAtOnce.toLocaleString('en')} are imported now; the same file again takes the next ones.`
              : 'Check what comes. An imported sale can’t be taken out again.',
        ...(comes.length > 0 && { print }),
        blocks: [
          {
            is: 'figures',
            figures: [
              { label: 'New', value: comes.length.toLocaleString('en') },
              { label: 'Refunded there', value: back.toLocaleString('en') },
              { label: 'Already here', value: here.toLocaleString('en') },
              { label: 'Not read', value: leftOut.length.toLocaleString('en') },
            ],
          },
          ...firstOf(
            'Not products here: say below which are meant, or make them first',
            [{ head: 'Called there' }],
            strangers,
            (title) => [title],
          ),
          ...linesNotRead(leftOut),
          ...firstOf(
            'New',
            [
              { head: 'Buyer' },
              { head: 'Product' },
              { head: 'Paid', numeric: true },
              { head: 'Refunded', numeric: true },
              { head: 'On (UTC)' },
              { head: 'Line', numeric: true },
            ],
            comes,
            ({ email, of, cents, refundedCents, at, line }) => [
              email,
              of.title,
              money(cents),
              money(refundedCents),
              minute(at),
              String(line),
            ],
          ),
        ],
      };
    },
    async act(_id, form, _by, given) {
      const [shop, named] = readForm(form);
      const { added, known, leftOut, left } = await readOneFile(given, nothing, (path) =>
        sales.take(shop, path, named, mostAtOnce),
      );
      return {
        words: [
          `${countOf(added, 'sale')} imported.`,
          ...(known > 0 ? [`${known.toLocaleString('en')} already here.`] : []),
          ...(leftOut.length > 0 ? [`${countOf(leftOut.length, 'line')} not read.`] : []),
          ...(left > 0
            ? [`${left.toLocaleString('en')} more are in the file: import it again for the next ones.`]
            : []),
        ].join(' '),
        goOn: 'orders',
        after: { shop, imported: added, known, notRead: leftOut.length },
      };
    },
  };
}

function readForm({ shop, named = '' }: Asked): [Shop, Map<string, string>] {
  const refused = (field: string, words: string) =>
    new Problem('bad_request', 'Nothing was imported.', { fields: { [field]: words } });
  if (!isShop(shop)) throw refused('shop', 'Choose the shop.');
  const pairs = named.split('\n').flatMap((line): [string, string][] => {
    if (line.trim() === '') return [];
    const [, name = '', id] = /^(.+)=\s*([a-z0-9-]+)\s*$/.exec(line) ?? [];
    if (id === undefined || name.trim() === '')
      throw refused('named', `“${line.trim().slice(0, 80)}” should be the name there = the address here.`);
    return [[name.trim(), id]];
  });
  return [shop, new Map(pairs)];
}
