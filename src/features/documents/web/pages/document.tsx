import { countOf } from '#base/count.ts';
import type { ReactNode } from 'react';
import { assumedIn, assumedPlaces } from '#features/documents/rules/answers/assumed.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import type { DocumentDetail } from '#features/documents/rules/contract.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import type { PageHead } from '#platform/web/chunks.ts';
import { useHub, usePathExists } from '#platform/web/hub.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';
import { Column, Columns, Page, Stack } from '#ui/page.tsx';
import { Paper } from '#ui/paper.tsx';
import { Advice } from '../advice.tsx';
import { DocView } from '../doc-view.tsx';

const generator = '/tools/classic-template-generator';

export function head({ entry }: DocumentDetail): PageHead {
  return { title: entry.title, description: entry.description };
}

/** All there is to know about a document before using it; it reads the same without scripts. */
export default function Document({ data: { entry, template, offer } }: { data: DocumentDetail }) {
  const exists = usePathExists();
  const { language } = useHub().site;
  // No date: what would be today stays a blank, and every visitor sees the same page.
  const { blocks, notice } = assemble(template, {}, { date: '', locale: language });
  const assumed = assumedIn(template, {}, '', language);
  const places = assumedPlaces(
    template,
    assumed.map(({ field }) => field),
  );
  const sample = `/api/documents/${entry.slug}/sample.pdf`;
  return (
    <Page
      kind="list"
      title={entry.title}
      lead={entry.description}
      actions={
        <>
          {exists(generator) && (
            <ButtonLink variant="primary" href={`${generator}?document=${entry.slug}`}>
              Fill it in
            </ButtonLink>
          )}
          <ButtonLink href={sample} target="_blank">
            Sample PDF
          </ButtonLink>
          {offer && <Link href={offer.path}>Comes with “{offer.title}”</Link>}
        </>
      }
    >
      <Columns>
        <Column span={8}>
          {assumed.length > 0 && (
            <p className="mb-8 text-13 text-muted">
              <span className="ui-pencil">Penciled in</span>: what is usual, until you answer.
            </p>
          )}
          <Paper>
            <DocView
              blocks={blocks}
              summary={inPlainWords}
              mark={(place) => (places.has(place) ? 'ui-pencil' : undefined)}
            />
            {notice !== '' && <p className="font-sans text-13 text-muted">{notice}</p>}
          </Paper>
          <Advice unless={notice} />
        </Column>
        <Column span={4}>
          <Stack gap={32}>
            <Facts detail={{ entry, template }} />
            <Questions template={template} />
            <Notice still title="Not legal advice">
              {template.law}
            </Notice>
            <Laws of={template.laws} />
          </Stack>
        </Column>
      </Columns>
    </Page>
  );
}

const inPlainWords = (words: ReactNode) => (
  <p className="mb-12 border-l border-control pl-12 font-sans text-15 text-muted">{words}</p>
);

function Facts({ detail: { entry } }: { detail: DocumentDetail }) {
  const { language } = useHub().site;
  const reviewed = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${entry.reviewed}T00:00:00Z`),
  );
  const facts = [
    ['Price', entry.cost],
    ['Length', countOf(entry.pages, 'page')],
    ['Time', `about ${entry.minutes} minutes`],
    ['Version', entry.version],
    ['Last reviewed', reviewed],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-y-8 text-15">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Whose rules it holds the answers against, and when somebody last read them. */
function Laws({ of: laws }: { of: Template['laws'] }) {
  const { language } = useHub().site;
  if (laws.length === 0) return null;
  const on = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  // A clause's ID has no underscore: none is called like a heading of this page.
  return (
    <section aria-labelledby="page_laws">
      <h2 id="page_laws" className="text-21 font-bold">
        Laws it knows
      </h2>
      <p className="mt-8 text-15 text-muted">
        Choose one of these, and your answers are checked against its rules, each with its source.
      </p>
      <ul className="mt-8 flex flex-col gap-4 text-15">
        {laws.map(({ name, checked }) => (
          <li key={name}>
            {name} <span className="text-muted">(checked {on.format(new Date(`${checked}T00:00:00Z`))})</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Questions({ template }: { template: Template }) {
  return (
    <section aria-labelledby="page_questions">
      <h2 id="page_questions" className="text-21 font-bold">
        What it asks
      </h2>
      {template.steps.map((step) => (
        <div key={step.title} className="mt-16">
          <h3 className="text-15 font-medium">{step.title}</h3>
          <ul className="mt-4 flex flex-col gap-4 text-15 text-muted">
            {step.fields.map((field) => (
              <li key={field.name}>
                {field.label}
                {field.show && ', if it applies'}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
