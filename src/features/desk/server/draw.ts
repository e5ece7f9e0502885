import { html, raw } from 'hono/html';
import { encode } from 'uqr';
import type { DeskAct, DeskBlock, DeskField, DeskPage, Sheet } from '#platform/server/desk.ts';
import { withoutTurns } from '../rules/turns.ts';
import { drawBlock } from './draw-blocks.ts';
import { drawFields } from './draw-field.ts';
import { actPath, type Frame, type Said } from './frame.ts';

type Html = ReturnType<typeof html>;

/** A complete page. The tag escapes whatever a buyer typed; nothing of it is ever a script. */
export const draw = (frame: Frame, sheet: Sheet, acts: readonly DeskAct[] = []): Html =>
  whole(
    frame,
    sheet.title,
    html`${sheet.lead ? html`<p class="ledger-lead">${withoutTurns(sheet.lead)}</p>` : ''}
    ${sheet.blocks.map((block) => drawBlock(block, frame, acts))}`,
  );

export interface Question {
  act: DeskAct;
  id: string;
  title?: string | undefined;
  words: string;
  blocks?: readonly DeskBlock[] | undefined;
  fields: readonly DeskField[];
  token: string;
  mistake?: string | undefined;
  /** What its button says, unless that is the act's. */
  button?: string | undefined;
  /** What is typed can be looked at before it is sent. */
  hasPreview?: boolean;
  /** What a device needs to confirm it by a passkey. */
  touch?: object | undefined;
}

/** The confirmation before anything changes. */
export const drawQuestion = (
  frame: Frame,
  { act, id, title, words, blocks = [], fields, token, mistake, button, hasPreview, touch }: Question,
): Html =>
  whole(
    frame,
    title ?? act.label,
    html`<p class="ledger-lead">${withoutTurns(words)}</p>
      ${mistake ? html`<p class="ledger-mistake" role="alert">${mistake}</p>` : ''}
      ${blocks.map((block) => drawBlock(block, frame, []))}
      <form
        class="ledger-form"
        method="post"
        action="${actPath(frame, id, act.name)}"
        autocomplete="off"
        ${act.isChecked ? raw('data-checked') : ''}
        ${touch ? html`data-touch="${JSON.stringify(touch)}"` : ''}
      >
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="writer" value="${frame.by ?? ''}" />
        ${drawFields(fields)}
        ${
          touch
            ? html`<p class="ledger-hint">Your passkey confirms this.</p>
                <noscript><p class="ledger-mistake">This needs JavaScript, for the passkey.</p></noscript>`
            : ''
        }
        <p class="ledger-acts">
          <button class="ui-button" data-variant="primary">${button ?? act.button ?? act.label}</button>
          ${
            hasPreview
              ? html`<button
                  class="ui-button"
                  data-variant="secondary"
                  formaction="${actPath(frame, id, act.name)}/preview"
                  formtarget="_blank"
                >
                  Preview
                </button>`
              : ''
          }
          <a
            class="ui-button"
            data-variant="quiet"
            href="${frame.base}/${frame.at}${id === '' ? '' : `/${encodeURIComponent(id)}`}"
            >Cancel</a
          >
        </p>
      </form>`,
  );

export const drawWords = (frame: Frame, title: string, words: string, more: Html | string = ''): Html =>
  whole(
    frame,
    title,
    html`<p class="ledger-lead">${withoutTurns(words)}</p>
      ${more}`,
  );

/** Until the hub is back; without a script, whoever waits goes on themselves. */
export const drawRestart = (frame: Frame, words: string, next: string): Html =>
  whole(
    frame,
    'Restarting',
    html`<p class="ledger-lead" role="status" data-restart="${next}">
        ${words} This page goes on by itself once it is back, usually within 30 seconds.
      </p>
      <p class="ledger-acts"><a class="ui-button" data-variant="secondary" href="${next}">Continue</a></p>`,
  );

const groups: readonly { right: DeskPage['right']; title: string }[] = [
  { right: 'money', title: 'Money' },
  { right: 'content', title: 'Content' },
  { right: 'people', title: 'People' },
  { right: 'everything', title: 'Hub' },
  { right: 'any', title: 'You' },
];

function drawMenu({ base, place, pages, at }: Frame): Html | string {
  if (pages.length === 0) return '';
  const link = (path: string, title: string) =>
    html`<a href="${base}/${path}" ${path === at ? raw('aria-current="page"') : ''}>${title}</a>`;
  return html`<button class="ui-button ledger-opener" data-variant="secondary" popovertarget="ledger-menu">
      Menu
    </button>
    <nav id="ledger-menu" class="ledger-menu" aria-label="${place.name}" popover>
      ${place.leave ? html`<p>${link('', 'Today')}</p>` : ''}
      ${groups.map(({ right, title }) => {
        const mine = pages.filter((page) => page.right === right);
        return mine.length === 0
          ? ''
          : html`<p class="ledger-group">${title}</p>
              <ul>
                ${mine.map((page) => html`<li>${link(page.path, page.title)}</li>`)}
              </ul>`;
      })}
    </nav>`;
}

function drawSaid({ words, secret }: Said): Html {
  return html`<div class="ledger-said" role="status">
    <p>${withoutTurns(words)}</p>
    ${
      secret
        ? html`<p class="ledger-hint">${secret.label}</p>
            <pre class="ledger-code" tabindex="0">${secret.text}</pre>
            ${secret.text.startsWith('http') ? drawQr(secret.text) : ''}`
        : ''
    }
  </div>`;
}

export function whole(frame: Frame, title: string, body: Html): Html {
  const { base, hub, place, operator, said } = frame;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${withoutTurns(title)} · ${hub} ${place.name}</title>
        <link rel="stylesheet" href="${base}/${place.styles}" />
        ${place.manifest ? html`<link rel="manifest" href="${base}/${place.manifest}" />` : ''}
        ${place.script ? html`<script type="module" src="${base}/${place.script}"></script>` : ''}
      </head>
      <body class="density-tool ledger">
        <a class="ledger-skip" href="#main">Skip to content</a>
        <header class="ledger-head">
          <p class="ledger-name">
            <a href="${base}/"><bdi>${hub}</bdi></a> <span>${place.name}${place.note ?? ''}</span>
          </p>
          ${
            operator !== undefined && place.leave
              ? html`<form class="ledger-leave" method="post" action="${base}/${place.leave}">
                  <span><bdi>${operator}</bdi></span>
                  <button class="ui-button" data-variant="quiet">Lock</button>
                </form>`
              : ''
          }
          ${drawMenu(frame)}
        </header>
        <main id="main">
          <h1><bdi>${withoutTurns(title)}</bdi></h1>
          ${said ? drawSaid(said) : ''} ${body}
        </main>
      </body>
    </html>`;
}

/** Dark on white in both themes: some cameras read nothing else. */
function drawQr(text: string): Html {
  const rows = encode(text, { ecc: 'M', border: 0 }).data;
  const edge = 4;
  const side = rows.length + 2 * edge;
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + edge} ${y + edge}h1v1h-1z`] : [])))
    .join('');
  return html`<svg
    viewBox="0 0 ${String(side)} ${String(side)}"
    class="ledger-qr"
    role="img"
    aria-label="The link as a QR code"
    shape-rendering="crispEdges"
  >
    <path d="${path}" />
  </svg>`;
}
