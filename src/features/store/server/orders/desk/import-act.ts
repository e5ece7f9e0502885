import { Problem } from '#base/problem.ts';
import {
  type Asked,
  type DeskAct,
  type DeskBlock,
  type DeskCell,
  type Given,
  titleOf,
} from '#platform/server/desk.ts';
import type { RowFault } from '../../../rules/product-list.ts';
import { mostMadeAtOnce } from '../../shelf/import-list.ts';
import type { Shelf } from '../../shelf/shelf.ts';
import { money } from '../words.ts';

const mostShown = 100;

async function listIn(given: Given | undefined): Promise<string> {
  const files = (await given?.files('given')) ?? [];
  const [file] = files;
  if (!file || files.length > 1)
    throw new Problem('bad_request', 'Nothing was made. See The list.', {
      fields: { given: file ? 'One file at a time.' : 'Choose the file first.' },
    });
  return file.path;
}

/** What is wrong with a file stands at the field that it came with. */
async function atField<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'bad_request' || error.details.fields) throw error;
    throw new Problem('bad_request', 'Nothing was made. See The list.', { fields: { given: error.message } });
  }
}

const areCents = (form: Asked): boolean => form['unit'] === 'cents';

function table<T extends { line: number }>(
  title: string,
  all: readonly T[],
  heads: { head: string; numeric?: boolean }[],
  cells: (each: T) => DeskCell[],
): DeskBlock[] {
  const shown = all.slice(0, mostShown);
  if (shown.length === 0) return [];
  return [
    {
      is: 'table',
      title: titleOf(title, shown.length, all.length),
      columns: [...heads, { head: 'Line', numeric: true }],
      rows: shown.map((each) => [...cells(each), String(each.line)]),
      empty: '',
    },
  ];
}

const notRead = (faults: readonly RowFault[]): DeskBlock[] =>
  faults.length === 0
    ? []
    : [
        {
          is: 'table',
          title: titleOf('Not read', Math.min(faults.length, mostShown), faults.length),
          columns: [{ head: 'Line' }, { head: 'Why' }],
          rows: faults.slice(0, mostShown).map(({ line, why }) => [`Line ${line}`, why]),
          empty: '',
        },
      ];

/** Products out of the list of a shop that somebody comes from. */
export const importAct = (shelf: Shelf): DeskAct => ({
  name: 'import',
  label: 'Import products',
  button: 'Make them, off sale',
  lookButton: 'Read the list',
  isOfPage: true,
  ask: async () => ({
    words:
      'A list of products as CSV, from Gumroad, Lemon Squeezy or any other shop: a column Name, a column Price, and if there is one, Description, Tags, Permalink and Currency. You see what comes of it before anything is made. Files and pictures aren’t in such a list: add them here.',
    blocks: [
      {
        is: 'facts',
        title: 'Your customers',
        facts: [
          [
            'Past buyers',
            'On the machine, npm run hub -- import gumroad FILE.csv (or lemonsqueezy) takes the file of your sales. Buyers then find what they bought here by their email address. They are billed for nothing, and get no mail about it.',
          ],
          [
            'Subscribers',
            'Nobody becomes a subscriber by having bought something. People who agreed to hear from you are imported in your account, under Follow-ups, which asks for the proof of it.',
          ],
        ],
      },
    ],
    fields: [
      {
        name: 'given',
        label: 'The list',
        kind: 'files',
        accept: '.csv,.txt,text/csv',
        hint: 'Up to 10,000 products, 20 MB.',
      },
      {
        name: 'unit',
        label: 'Prices in it',
        options: [
          { value: 'dollars', label: 'As people write them: 19 is $19' },
          { value: 'cents', label: 'In cents: 1900 is $19' },
        ],
        hint: 'A column named Price cents is always read as cents.',
      },
    ],
  }),
  async look(_id, form, given) {
    const path = await listIn(given);
    const { comes, here, faults, print } = await atField(() => shelf.list.look(path, areCents(form)));
    const words =
      comes.length === 0
        ? 'Nothing in this list is new here. Nothing was made.'
        : comes.length > mostMadeAtOnce
          ? `Check what comes, its prices above all. The first ${mostMadeAtOnce.toLocaleString('en')} are made now; the same file again makes the next ones.`
          : 'Check what comes, its prices above all. Nothing is on sale until you say so.';
    return {
      words,
      ...(comes.length > 0 && { print }),
      blocks: [
        {
          is: 'figures',
          figures: [
            { label: 'New', value: comes.length.toLocaleString('en') },
            { label: 'Already here', value: here.length.toLocaleString('en') },
            { label: 'Not read', value: faults.length.toLocaleString('en') },
          ],
        },
        ...notRead(faults),
        ...table(
          'New',
          comes,
          [{ head: 'Product' }, { head: 'Address' }, { head: 'Note' }, { head: 'Price', numeric: true }],
          ({ title, id, note, cents }) => [title, { text: id, mono: true }, note, money(cents)],
        ),
        ...table('Already here, and left as it is', here, [{ head: 'Product' }, { head: 'Why' }], (each) => [
          each.title,
          each.why,
        ]),
      ],
    };
  },
  act: async (_id, form, _by, given) => {
    const path = await listIn(given);
    return atField(() => shelf.list.make(path, areCents(form)));
  },
});
