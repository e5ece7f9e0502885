import { Mono } from '../text.tsx';
import { Stack } from '../page.tsx';
import { BothThemes } from './specimen.tsx';

const colours = [
  ['bg-ground', 'ground', 'page background'],
  ['bg-surface', 'surface', 'cards and sheets'],
  ['bg-sunken', 'sunken', 'recessed areas'],
  ['bg-ink', 'ink', 'text'],
  ['bg-muted', 'muted', 'secondary text'],
  ['bg-hairline', 'hairline', 'dividers'],
  ['bg-control', 'control', 'borders of controls'],
  ['bg-pen', 'pen', 'actions and links'],
  ['bg-on-pen', 'on-pen', 'text on pen'],
  ['bg-marker', 'marker', 'blank or just changed'],
  ['bg-ok', 'ok', 'success'],
  ['bg-warn', 'warn', 'needs attention'],
  ['bg-danger', 'danger', 'errors and destructive actions'],
] as const;

const spaces = ['w-4', 'w-8', 'w-12', 'w-16', 'w-24', 'w-32', 'w-48', 'w-64', 'w-96'];

export function Tokens() {
  return (
    <Stack gap={32}>
      <BothThemes>
        {() => (
          <ul className="grid gap-x-24 gap-y-8 md:grid-cols-2">
            {colours.map(([fill, name, use]) => (
              <li key={name} className="flex items-center gap-12 text-15">
                <span className={`${fill} h-32 w-48 shrink-0 border`} />
                <span>
                  {name} <span className="text-muted">{use}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </BothThemes>
      <ul className="flex flex-wrap items-end gap-16">
        {spaces.map((width) => (
          <li key={width}>
            <span className={`${width} block h-12 bg-ink`} />
            <Mono>{width.slice(2)}</Mono>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

const sizes = [
  ['text-52', 'The agreement on the right is already theirs'],
  ['text-38', 'The agreement on the right is already theirs'],
  ['text-28', 'Mutual non-disclosure agreement, two pages'],
  ['text-21', 'Saved on this device. It syncs to your account when you’re back online'],
  ['text-17', 'Reading text: lines of 66 characters, 27 px apart.'],
  ['text-15', 'Lists, forms and buttons. 3 of 3 generated drafts used. Resets on 1 December.'],
  ['text-14', 'Tools: rail, canvas, inspector, 20 px apart.'],
  ['text-13', 'Hints, captions and table headers. Přílohy, załączniki, ødegård, şirket.'],
] as const;

export function Type() {
  return (
    <Stack gap={16}>
      {sizes.map(([size, words]) => (
        <div key={size} className="grid items-baseline gap-x-24 border-b pb-16 md:grid-cols-12">
          <Mono>{size}</Mono>
          <p
            className={`${size} md:col-span-11 ${size === 'text-52' || size === 'text-38' || size === 'text-28' ? 'font-bold' : ''}`}
          >
            {words}
          </p>
        </div>
      ))}
      <p className="font-serif text-17">
        Source Serif 4, on documents only: <b>1. Confidential information</b> means everything that one party
        tells the other.
      </p>
      <p className="font-mono text-15">IBM Plex Mono: $1,234.50 DVP-7K2M-94QX {'{{client_name}}'} 0O 1lI</p>
    </Stack>
  );
}

const kinds = [
  ['reading', 'Text in one column of 66 characters', ['col-span-8 row-span-6']],
  ['list', 'Header with actions, then the list', ['col-span-12 row-span-1', 'col-span-12 row-span-5']],
  [
    'tool',
    'Rail, canvas, inspector',
    ['col-span-12 row-span-1', 'col-span-2 row-span-5', 'col-span-7 row-span-5', 'col-span-3 row-span-5'],
  ],
  [
    'form',
    'One form, with its context beside it',
    ['col-span-6 row-span-6', 'col-span-5 col-start-8 row-span-3'],
  ],
  ['letter', 'One sheet on the page', ['col-span-6 col-start-4 row-span-6']],
] as const;

export function Archetypes() {
  return (
    <ul className="grid grid-cols-2 gap-24 lg:grid-cols-5">
      {kinds.map(([kind, use, boxes]) => (
        <li key={kind}>
          <div
            className="grid aspect-square grid-cols-12 grid-rows-6 gap-4 border bg-sunken p-8"
            aria-hidden="true"
          >
            {boxes.map((box) => (
              <span key={box} className={`${box} border bg-surface`} />
            ))}
          </div>
          <p className="mt-8 text-15 font-medium">{kind}</p>
          <p className="text-13 text-muted">{use}</p>
        </li>
      ))}
    </ul>
  );
}
