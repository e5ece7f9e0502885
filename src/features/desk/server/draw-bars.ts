import { html } from 'hono/html';
import type { DeskBar, DeskBlock, DeskCell } from '#platform/server/desk.ts';
import { withoutTurns } from '../rules/turns.ts';

type Html = ReturnType<typeof html>;
type Bars = Extract<DeskBlock, { is: 'bars' }>;
type Table = Extract<DeskBlock, { is: 'table' }>;

/** Parts that lie: more of them would be a wall. */
const mostLying = 12;

/** Bars for the shape, and the same numbers in a table. */
export function drawBars(block: Bars, drawTable: (table: Table) => Html): Html {
  const { title, bars } = block;
  const table = drawTable(tableOf(block));
  if (bars.every(({ value, before }) => value <= 0 && (before?.value ?? 0) <= 0))
    return html`<section>
      <h2>${withoutTurns(title)}</h2>
      ${table}
    </section>`;
  const hasBefore = bars.some(({ before }) => before !== undefined);
  return html`<section>
    <h2>${withoutTurns(title)}</h2>
    ${hasBefore ? html`<p class="ledger-hint">Filled: this period. Outlined: the period before.</p>` : ''}
    ${block.lies ? drawLying(block) : drawStanding(block)} ${table}
  </section>`;
}

const mostOf = (bars: readonly DeskBar[]): number =>
  Math.max(1, ...bars.flatMap(({ value, before }) => [value, before?.value ?? 0]));

/** A little of it is seen of whatever is more than nothing. */
const partOf = (value: number, most: number): number => (value <= 0 ? 0 : Math.max(1, (value / most) * 100));

const wordsOf = ({ label, words, before }: DeskBar): string =>
  withoutTurns(`${label}: ${words}${before ? `, ${before.words} before, ${before.change}` : ''}`);

function drawStanding({ title, bars }: Bars): Html {
  const most = mostOf(bars);
  const wide = 100 / Math.max(1, bars.length);
  const rect = (bar: DeskBar, n: number, value: number, kind: 'now' | 'before') => {
    const high = partOf(value, most);
    const inner = kind === 'now' ? 0.2 : 0.05;
    return html`<rect
      data-of="${kind}"
      x="${(n * wide + wide * inner).toFixed(3)}"
      y="${(100 - high).toFixed(3)}"
      width="${(wide * (1 - 2 * inner)).toFixed(3)}"
      height="${high.toFixed(3)}"
    >
      <title>${wordsOf(bar)}</title>
    </rect>`;
  };
  return html`<svg
      class="ledger-bars"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      role="img"
      aria-label="${withoutTurns(title)}; see the table below for numbers"
    >
      ${bars.map((bar, n) => rect(bar, n, bar.value, 'now'))}
      ${bars.map((bar, n) => (bar.before ? rect(bar, n, bar.before.value, 'before') : ''))}
    </svg>
    <p class="ledger-axis">
      <span>${bars.at(0)?.label ?? ''}</span><span>${bars.at(-1)?.label ?? ''}</span>
    </p>`;
}

function drawLying({ bars }: Bars): Html {
  const most = mostOf(bars);
  // What it says stands in the table as well.
  return html`<div class="ledger-lying" aria-hidden="true">
    ${bars.slice(0, mostLying).map(
      (bar) =>
        html`<p><bdi>${withoutTurns(bar.label)}</bdi></p>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none">
            <rect data-of="now" x="0" y="2" width="${partOf(bar.value, most).toFixed(3)}" height="6">
              <title>${wordsOf(bar)}</title>
            </rect>
            ${
              bar.before
                ? html`<rect
                    data-of="before"
                    x="0"
                    y="0.5"
                    width="${partOf(bar.before.value, most).toFixed(3)}"
                    height="9"
                  ></rect>`
                : ''
            }
          </svg>`,
    )}
  </div>`;
}

function tableOf({ label, unit, bars, more = [], lies = false }: Bars): Table {
  const hasBefore = bars.some(({ before }) => before !== undefined);
  const shown = lies
    ? bars
    : bars.filter(({ value, before }) => value !== 0 || (before?.value ?? 0) !== 0).toReversed();
  return {
    is: 'table',
    title: 'Details',
    columns: [
      { head: label },
      ...more.map((head) => ({ head, numeric: true })),
      { head: unit, numeric: true },
      ...(hasBefore
        ? [
            { head: 'Period before', numeric: true },
            { head: 'Change', numeric: true },
          ]
        : []),
    ],
    rows: shown.map((bar): DeskCell[] => [
      bar.href === undefined ? bar.label : { text: bar.label, href: bar.href },
      ...more.map((_, n) => bar.more?.[n] ?? ''),
      bar.words,
      ...(hasBefore ? [bar.before?.words ?? '', bar.before?.change ?? ''] : []),
    ]),
    empty: 'Nothing in this period.',
  };
}
