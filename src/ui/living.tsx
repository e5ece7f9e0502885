import type { ReactNode } from 'react';
import { ChoicesAndFields, Buttons } from './living/controls.tsx';
import { Floats } from './living/floats.tsx';
import { Documents, States, Tables } from './living/objects.tsx';
import { Stationery } from './living/stationery.tsx';
import { Archetypes, Tokens, Type } from './living/tokens.tsx';
import { Row, Stack } from './page.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { ToastHost } from './toast.tsx';

const sections: [id: string, title: string, law: string, body: () => ReactNode][] = [
  [
    'tokens',
    'Color and space',
    'Thirteen colors, nine distances. Pen is for actions; marker is for highlights.',
    Tokens,
  ],
  ['type', 'Type', 'Grotesk for the interface, serif for documents, mono for numbers and codes.', Type],
  ['buttons', 'Buttons and links', '44 px on public pages and for touch, 36 px in tools.', Buttons],
  [
    'fields',
    'Fields and choices',
    'Each field reserves a line below it, so an error shifts nothing.',
    ChoicesAndFields,
  ],
  [
    'documents',
    'Documents',
    'White paper in both themes. A blank is highlighted until it is filled.',
    Documents,
  ],
  [
    'stationery',
    'Stationery',
    'Paper carries the interface: depth is another sheet, a cart is a receipt, what is settled is stamped.',
    Stationery,
  ],
  ['tables', 'Tables and usage', 'Names on the left, numbers on the right, hairlines between.', Tables],
  ['states', 'States', 'Empty, loading, error, over the limit: each says what to do next.', States],
  ['floats', 'Menus, dialogs and toasts', 'Only these have a shadow.', Floats],
  ['archetypes', 'Page layouts', 'Every page uses one of these five.', Archetypes],
];

/** Every primitive with its states, for development: look at it before and after changing anything here. */
export default function Living() {
  return (
    <main id="main" className="ui-page" data-kind="list">
      <header className="ui-page-head">
        <div>
          <h1 tabIndex={-1}>Paper, ink, pen, marker</h1>
          <p className="ui-page-lead">
            Every primitive with its states. If it isn’t here, it doesn’t exist yet.
          </p>
        </div>
        <ThemeSwitch />
      </header>
      <Row gap={16} className="text-15">
        {sections.map(([id, title]) => (
          <a key={id} className="ui-link" data-quiet="" href={`#${id}`}>
            {title}
          </a>
        ))}
      </Row>
      {sections.map(([id, title, law, Body]) => (
        <section key={id} id={id} className="mt-64 border-t pt-16">
          <Stack gap={32}>
            <div>
              <h2 className="text-21">{title}</h2>
              <p className="text-15 text-muted">{law}</p>
            </div>
            <Body />
          </Stack>
        </section>
      ))}
      <ToastHost />
    </main>
  );
}
