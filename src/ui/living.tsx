import type { ReactNode } from 'react';
import { ChoicesAndFields, Buttons } from './living/controls.tsx';
import { Floats } from './living/floats.tsx';
import { Documents, States, Tables } from './living/objects.tsx';
import { Archetypes, Tokens, Type } from './living/tokens.tsx';
import { Row, Stack } from './page.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { ToastHost } from './toast.tsx';

const sections: [id: string, title: string, law: string, body: () => ReactNode][] = [
  ['tokens', 'Colour and space', 'Thirteen colours, nine distances. Pen acts; marker marks.', Tokens],
  ['type', 'Type', 'Grotesk speaks, serif is signed, mono counts.', Type],
  ['buttons', 'Buttons and links', '44 px in public and for touch, 36 px in tools.', Buttons],
  [
    'fields',
    'Fields and choices',
    'One line under each field is always there, so an error moves nothing.',
    ChoicesAndFields,
  ],
  ['documents', 'Documents', 'White paper in both themes. A blank is marked until it is filled.', Documents],
  ['tables', 'Tables and usage', 'Names left, figures right, hairlines between.', Tables],
  ['states', 'States', 'Empty, loading, wrong, over the limit: each says what comes next.', States],
  ['floats', 'What floats', 'Only these have a shadow.', Floats],
  ['archetypes', 'Archetypes', 'Every page is one of five.', Archetypes],
];

/** Every primitive with its states, for development: look at it before and after changing anything here. */
export default function Living() {
  return (
    <main id="main" className="ui-page" data-kind="list">
      <header className="ui-page-head">
        <div>
          <h1 tabIndex={-1}>Paper, ink, pen, marker</h1>
          <p className="ui-page-lead">
            Every primitive with its states. What is not here does not exist yet.
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
