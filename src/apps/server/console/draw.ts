import { html, raw } from 'hono/html';
import type { ConsoleAct, ConsoleBlock, ConsoleCell, ConsoleField, Sheet } from '#platform/server/console.ts';

type Html = ReturnType<typeof html>;

export interface Frame {
  hub: string;
  pages: readonly { path: string; title: string }[];
  /** The page whose section this is. */
  at: string;
  said?: string | undefined;
}

/** A complete page. The tag escapes whatever a buyer typed; nothing here runs a script. */
export const draw = (frame: Frame, sheet: Sheet, acts: readonly ConsoleAct[] = []): Html =>
  whole(
    frame,
    sheet.title,
    html`${sheet.lead ? html`<p class="ledger-lead">${sheet.lead}</p>` : ''}
    ${sheet.blocks.map((block) => drawBlock(block, frame.at, acts))}`,
  );

export interface Question {
  act: ConsoleAct;
  id: string;
  words: string;
  fields: readonly ConsoleField[];
  token: string;
  mistake?: string | undefined;
}

/** The confirmation before money moves. */
export const drawQuestion = (frame: Frame, { act, id, words, fields, token, mistake }: Question): Html =>
  whole(
    frame,
    act.label,
    html`<p class="ledger-lead">${words}</p>
      ${mistake ? html`<p class="ledger-mistake" role="alert">${mistake}</p>` : ''}
      <form class="ledger-form" method="post" autocomplete="off">
        <input type="hidden" name="token" value="${token}" />
        ${fields.map(drawField)}
        <p class="ledger-acts">
          <button class="ui-button" data-variant="primary">${act.label}</button>
          <a class="ui-button" data-variant="quiet" href="/${frame.at}/${encodeURIComponent(id)}"> Cancel </a>
        </p>
      </form>`,
  );

export const drawWords = (frame: Frame, title: string, words: string): Html =>
  whole(frame, title, html`<p class="ledger-lead">${words}</p>`);

function whole({ hub, pages, at, said }: Frame, title: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${hub} console</title>
        <link rel="stylesheet" href="/console.css" />
      </head>
      <body class="density-tool ledger">
        <header class="ledger-head">
          <p class="ledger-name">${hub} <span>console, on this machine only</span></p>
          <nav aria-label="Console">
            ${pages.map(
              (page) =>
                html`<a href="/${page.path}" ${page.path === at ? raw('aria-current="page"') : ''}
                  >${page.title}</a
                > `,
            )}
          </nav>
        </header>
        <main>
          <h1>${title}</h1>
          ${said ? html`<p class="ledger-said" role="status">${said}</p>` : ''} ${body}
        </main>
      </body>
    </html>`;
}

function drawBlock(block: ConsoleBlock, at: string, acts: readonly ConsoleAct[]): Html {
  switch (block.is) {
    case 'search':
      return html`<form class="ledger-search" role="search">
        ${block.fields.map(drawField)}<button class="ui-button" data-variant="secondary">Show</button>
      </form>`;
    case 'figures':
      return html`<dl class="ledger-figures">
        ${block.figures.map(
          ({ label, value, note }) =>
            html`<div>
              <dt>${label}</dt>
              <dd>${value}${note ? html` <small>${note}</small>` : ''}</dd>
            </div>`,
        )}
      </dl>`;
    case 'facts':
      return html`<section>
        ${block.title ? html`<h2>${block.title}</h2>` : ''}
        <dl class="ledger-facts">
          ${block.facts.map(
            ([label, cell]) =>
              html`<div>
                <dt>${label}</dt>
                <dd>${drawCell(cell)}</dd>
              </div>`,
          )}
        </dl>
      </section>`;
    case 'table':
      return drawTable(block);
    case 'bars':
      return drawBars(block);
    case 'code':
      return html`<section>
        <h2>${block.title}</h2>
        <pre class="ledger-code" tabindex="0">${block.text}</pre>
      </section>`;
    case 'link':
      return html`<p><a class="ui-link" href="${block.href}">${block.text}</a></p>`;
    case 'acts':
      return html`<p class="ledger-acts">
        ${acts.map(
          ({ name, label }) =>
            html`<a
              class="ui-button"
              data-variant="secondary"
              href="/${at}/${encodeURIComponent(block.id)}/${name}"
              >${label}</a
            >`,
        )}
      </p>`;
  }
}

const drawField = ({ name, label, value = '', kind = 'text', options }: ConsoleField): Html =>
  html`<label class="ui-field">
    <span class="ui-label">${label}</span>
    ${
      options
        ? html`<select class="ui-input ui-select" name="${name}">
            ${options.map(
              (option) =>
                html`<option value="${option.value}" ${option.value === value ? raw('selected') : ''}>
                  ${option.label}
                </option>`,
            )}
          </select>`
        : kind === 'long'
          ? html`<textarea class="ui-input" name="${name}" rows="10" maxlength="10000">${value}</textarea>`
          : html`<input class="ui-input" type="${kind}" name="${name}" value="${value}" maxlength="300" />`
    }
  </label>`;

function drawCell(cell: ConsoleCell): Html | string {
  if (typeof cell === 'string') return cell;
  const marks = html`${cell.tone ? html`data-tone="${cell.tone}"` : ''}${cell.mono ? html` data-mono=""` : ''}`;
  const text = html`<span class="ledger-cell" ${marks}>${cell.text}</span>`;
  return cell.href === undefined ? text : html`<a class="ui-link" href="${cell.href}">${text}</a>`;
}

function drawTable({ title, columns, rows, empty }: Extract<ConsoleBlock, { is: 'table' }>): Html {
  if (rows.length === 0)
    return html`<section>
      <h2>${title}</h2>
      <p class="ledger-lead">${empty}</p>
    </section>`;
  return html`<section>
    <h2>${title}</h2>
    <div class="ledger-scroll" tabindex="0" role="region" aria-label="${title}">
      <table class="ui-table" role="table" data-stack>
        <thead>
          <tr>
            ${columns.map(
              ({ head, numeric }) =>
                html`<th scope="col" ${numeric ? raw('data-align="end"') : ''}>${head}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr role="row">
                ${row.map((cell, n) => {
                  const marks = columns[n]?.numeric ? raw('data-align="end" data-numeric=""') : '';
                  // Not even a space: on a phone, an empty cell shows no label either.
                  if (n > 0 && cell === '') return html`<td role="cell" ${marks}></td>`;
                  return n === 0
                    ? html`<th scope="row" role="rowheader" ${marks}>${drawCell(cell)}</th>`
                    : html`<td role="cell" data-label="${columns[n]?.head ?? ''}" ${marks}>
                        ${drawCell(cell)}
                      </td>`;
                })}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** Bars for the shape, and the same numbers in a table. */
function drawBars({ title, label, unit, bars }: Extract<ConsoleBlock, { is: 'bars' }>): Html {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const wide = 100 / Math.max(1, bars.length);
  const rows = bars.filter(({ value }) => value !== 0).toReversed();
  return html`<section>
    <h2>${title}</h2>
    <svg
      class="ledger-bars"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      role="img"
      aria-label="${title}; see the table below for numbers"
    >
      ${bars.map(({ label: day, value, words }, n) => {
        const high = Math.max(value > 0 ? 1 : 0, (Math.max(0, value) / most) * 100);
        return html`<rect
          x="${(n * wide + wide * 0.1).toFixed(3)}"
          y="${(100 - high).toFixed(3)}"
          width="${(wide * 0.8).toFixed(3)}"
          height="${high.toFixed(3)}"
        >
          <title>${day}: ${words}</title>
        </rect>`;
      })}
    </svg>
    <p class="ledger-axis"><span>${bars.at(0)?.label ?? ''}</span><span>${bars.at(-1)?.label ?? ''}</span></p>
    ${drawTable({
      is: 'table',
      title: 'Details',
      columns: [{ head: label }, { head: unit, numeric: true }],
      rows: rows.map((bar) => [bar.label, bar.words]),
      empty: 'Nothing in this period.',
    })}
  </section>`;
}
