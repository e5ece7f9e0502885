import ArrowRight from '#ui/icons/arrow-right.ts';
import { useHub } from '#platform/web/hub.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback.tsx';
import { Column, Columns, Page } from '#ui/page.tsx';
import { type Tool, tools } from '../tools.ts';

export const head = () => ({
  title: 'Tools',
  description: 'What each tool does, who it’s for, and how it works in three steps.',
});

export default function ToolsPage() {
  return <ToolsOverview available={useHub().runtime.paths} />;
}

/** Only tools that exist here are shown: no link leads nowhere. */
export function ToolsOverview({ available }: { available: string[] }) {
  const present = tools.filter(({ path }) => available.includes(path));
  return (
    <Page
      kind="list"
      title="Tools"
      lead={
        present.length > 0 &&
        'Use each tool on its own. Everything you create is in one place, and you can export it any time.'
      }
    >
      {present.length > 0 ? (
        present.map((tool) => <ToolEntry key={tool.path} tool={tool} />)
      ) : (
        <EmptyState title="No tools available" action={<ButtonLink href="/">Go to the home page</ButtonLink>}>
          See the home page for what’s available.
        </EmptyState>
      )}
    </Page>
  );
}

function ToolEntry({ tool }: { tool: Tool }) {
  const id = tool.path.split('/').at(-1);
  return (
    <section aria-labelledby={id} className="border-t border-hairline py-32">
      <Columns>
        <Column span={5}>
          <h2 id={id} className="text-21">
            {tool.name}
          </h2>
          <p className="mt-8 max-w-measure">{tool.makes}</p>
          <p className="mt-8 max-w-measure text-muted">{tool.forWhom}</p>
        </Column>
        <Column span={7}>
          <ol className="flex flex-col gap-12">
            {tool.steps.map((step, index) => (
              <li key={step} className="flex gap-16">
                <span className="ui-mono text-muted" aria-hidden="true">
                  {index + 1}
                </span>
                <span className="max-w-measure">{step}</span>
              </li>
            ))}
          </ol>
          <ButtonLink href={tool.path} iconAfter={ArrowRight} className="mt-24">
            {tool.start}
          </ButtonLink>
        </Column>
      </Columns>
    </section>
  );
}
