import { Tag } from '#ui/text.tsx';

interface Step {
  name: string;
  count: number;
  /** What happens to the others. */
  note: string;
}

// A sample, and labeled as one: no one's real numbers belong on a home page.
const steps: [Step, ...Step[]] = [
  { name: 'Opt-in page', count: 1000, note: 'visitors from one post' },
  { name: 'Sales page', count: 420, note: 'left an email' },
  { name: 'Cart', count: 96, note: 'added a product' },
  { name: 'Paid', count: 61, note: 'right away' },
  { name: 'Recovered', count: 9, note: 'of 35 reminded, by one email after an hour' },
];

/** How a funnel, a cart and a reminder work together, as a row of numbers with bars to compare. */
export function SaleMap() {
  return (
    <figure>
      <ol className="grid gap-x-24 gap-y-24 md:grid-cols-5">
        {steps.map(({ name, count, note }, index) => (
          <li key={name} className="flex flex-col gap-8 border-t border-ink pt-12">
            <span className="text-13 text-muted">
              {index + 1}. {name}
            </span>
            <span className="ui-mono text-28">{count.toLocaleString('en-US')}</span>
            <svg viewBox="0 0 100 6" preserveAspectRatio="none" className="h-8 w-full" aria-hidden="true">
              <rect width="100" height="6" className="fill-hairline" />
              <rect width={Math.max(1, (count / steps[0].count) * 100)} height="6" className="fill-ink" />
            </svg>
            <span className="text-15">{note}</span>
          </li>
        ))}
      </ol>
      <figcaption className="mt-24 flex flex-wrap items-center gap-12 text-15 text-muted">
        <Tag>Sample figures</Tag>
        <span>
          70 sales from 1,000 visits instead of 61. A holdout group shows how many would have come back
          anyway.
        </span>
      </figcaption>
    </figure>
  );
}
