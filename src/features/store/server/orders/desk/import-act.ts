import type { Asked, DeskAct } from '#platform/server/desk.ts';
import { fileField, firstOf, linesNotRead, readOneFile } from '#platform/server/desk-file.ts';
import { mostMadeAtOnce } from '../../shelf/import-list.ts';
import type { Shelf } from '../../shelf/shelf.ts';
import { money } from '../words.ts';

const nothingMade = 'Nothing was made. See The list.';

const areCents = (form: Asked): boolean => form['unit'] === 'cents';

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
            'Under Orders, Import past sales takes the file of your sales. Buyers then find what they bought here by their email address. They are billed for nothing, and get no mail about it.',
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
        name: fileField,
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
    const { comes, here, faults, print } = await readOneFile(given, nothingMade, (path) =>
      shelf.list.look(path, areCents(form)),
    );
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
        ...linesNotRead(faults),
        ...firstOf(
          'New',
          [
            { head: 'Product' },
            { head: 'Address' },
            { head: 'Note' },
            { head: 'Price', numeric: true },
            { head: 'Line', numeric: true },
          ],
          comes,
          ({ title, id, note, cents, line }) => [
            title,
            { text: id, mono: true },
            note,
            money(cents),
            String(line),
          ],
        ),
        ...firstOf(
          'Already here, and left as it is',
          [{ head: 'Product' }, { head: 'Why' }, { head: 'Line', numeric: true }],
          here,
          ({ title, why, line }) => [title, why, String(line)],
        ),
      ],
    };
  },
  act: (_id, form, _by, given) =>
    readOneFile(given, nothingMade, (path) => shelf.list.make(path, areCents(form))),
});
