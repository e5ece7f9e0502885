import { html, raw } from 'hono/html';
import type { DeskAct, DeskBlock, DeskCell } from '#platform/server/desk.ts';
import { drawField } from './draw-field.ts';
import { withoutTurns } from '../rules/turns.ts';
import { drawBars } from './draw-bars.ts';
import { actPath, addressOf, type Frame } from './frame.ts';

type Html = ReturnType<typeof html>;

/** One part of a page. */
export function drawBlock(block: DeskBlock, frame: Frame, acts: readonly DeskAct[]): Html {
  const { base } = frame;
  switch (block.is) {
    case 'heading':
      return html`<h2>${block.text}</h2>`;
    case 'search':
      return html`<form class="ledger-search" role="search">
        ${block.fields.map(drawField)}<button class="ui-button" data-variant="secondary">Show</button>
      </form>`;
    case 'figures':
      return html`<dl class="ledger-figures">
        ${block.figures.map(
          ({ label, value, note, href }) =>
            html`<div>
              <dt>${label}</dt>
              <dd>
                ${href === undefined ? value : html`<a class="ui-link" href="${addressOf(base, href)}" aria-label="${label}: ${value}">${value}</a>`}${
                  note ? html` <small>${note}</small>` : ''
                }
              </dd>
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
                <dd>${drawCell(cell, base)}</dd>
              </div>`,
          )}
        </dl>
      </section>`;
    case 'table':
      return drawTable(block, base);
    case 'bars':
      return drawBars(block, (table) => drawTable(table, base));
    case 'timeline':
      return drawTimeline(block);
    case 'code':
      return html`<section>
        <h2>${block.title}</h2>
        <pre class="ledger-code" tabindex="0" dir="auto">${withoutTurns(block.text)}</pre>
      </section>`;
    case 'pictures':
      return drawPictures(block, base);
    case 'mail': {
      const src = `${base}/${frame.at}/${encodeURIComponent(block.of)}/mail`;
      return html`<section>
        <h2>${block.title}</h2>
        <div class="ledger-mails">
          <figure data-width="phone">
            <iframe sandbox title="${block.title}, on a phone" src="${src}"></iframe>
            <figcaption>On a phone</figcaption>
          </figure>
          <figure data-width="screen">
            <iframe sandbox title="${block.title}, on a screen" src="${src}"></iframe>
            <figcaption>On a screen</figcaption>
          </figure>
        </div>
        <h3>Plain text</h3>
        <pre class="ledger-code" tabindex="0" dir="auto">${withoutTurns(block.text)}</pre>
      </section>`;
    }
    case 'link':
      return html`<p><a class="ui-link" href="${addressOf(base, block.href)}">${block.text}</a></p>`;
    case 'acts':
      return html`<p class="ledger-acts">
        ${acts
          .filter(({ isOfPage }) => (isOfPage === true) === (block.id === ''))
          .filter(({ name }) => block.only === undefined || block.only.includes(name))
          .map(
            ({ name, label }) =>
              html`<a class="ui-button" data-variant="secondary" href="${actPath(frame, block.id, name)}"
                >${label}</a
              >`,
          )}
      </p>`;
  }
}

function drawPictures(
  { title, pictures, isLarge }: Extract<DeskBlock, { is: 'pictures' }>,
  base: string,
): Html {
  return html`<section>
    ${title ? html`<h2>${title}</h2>` : ''}
    <ul class="ledger-pictures" ${isLarge ? html`data-large=""` : ''}>
      ${pictures.map((picture) => {
        const drawn = picture.src
          ? html`<img
              src="${picture.src}"
              alt="${picture.title === '' ? 'The picture' : ''}"
              loading="lazy"
            />`
          : html`<span class="ledger-no-picture"></span>`;
        const named =
          picture.title === '' ? '' : html`<span class="ledger-cell">${asIs(picture.title)}</span>`;
        const note = picture.note ? html`<small>${asIs(picture.note)}</small>` : '';
        return html`<li>
          ${
            picture.href === undefined
              ? html`${drawn}${named}`
              : html`<a class="ui-link" href="${addressOf(base, picture.href)}">${drawn}${named}</a>`
          }
          ${note}
        </li>`;
      })}
    </ul>
  </section>`;
}

function drawTimeline({ title, events }: Extract<DeskBlock, { is: 'timeline' }>): Html {
  return html`<section>
    <h2>${title}</h2>
    <ol class="ledger-timeline">
      ${events.map(
        ({ at, words, note, tone }) =>
          html`<li ${tone ? html`data-tone="${tone}"` : ''}>
            <time datetime="${at.toISOString()}">${at.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>
            <span class="ledger-cell">${asIs(words)}</span>${note ? html` <small>${asIs(note)}</small>` : ''}
          </li>`,
      )}
    </ol>
  </section>`;
}

/** What people wrote turns nothing around that stands beside it: each text runs in a direction of its own. */
const asIs = (text: string): Html => html`<bdi>${withoutTurns(text)}</bdi>`;

function drawCell(cell: DeskCell, base: string): Html | string {
  if (typeof cell === 'string') return cell === '' ? '' : asIs(cell);
  const marks = html`${cell.tone ? html`data-tone="${cell.tone}"` : ''}${cell.mono ? html` data-mono=""` : ''}`;
  const text = html`<span class="ledger-cell" ${marks}>${asIs(cell.text)}</span>`;
  return cell.href === undefined
    ? text
    : html`<a class="ui-link" href="${addressOf(base, cell.href)}">${text}</a>`;
}

function drawTable({ title, columns, rows, empty }: Extract<DeskBlock, { is: 'table' }>, base: string): Html {
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
                    ? html`<th scope="row" role="rowheader" ${marks}>${drawCell(cell, base)}</th>`
                    : html`<td role="cell" data-label="${columns[n]?.head ?? ''}" ${marks}>
                        ${drawCell(cell, base)}
                      </td>`;
                })}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}
