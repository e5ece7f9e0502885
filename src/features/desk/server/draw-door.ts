import { html } from 'hono/html';
import { whole } from './draw.ts';
import type { Frame } from './frame.ts';

/** The closed door. What was about to be sent waits in it, and is sent once it is open. */
export const drawDoor = (
  frame: Frame,
  {
    words,
    waiting,
  }: { words: string; waiting?: { path: string; form: Readonly<Record<string, string>> } | undefined },
) =>
  whole(
    frame,
    'The desk is locked',
    html`<p class="ledger-lead">
        ${waiting ? 'Your session ended before this was sent. Nothing is lost: unlock, and it is sent.' : words}
      </p>
      <p class="ledger-mistake" role="alert" data-door-mistake hidden></p>
      ${
        waiting
          ? html`<form method="post" action="${waiting.path}" data-door-waiting>
              ${Object.entries(waiting.form).map(
                ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
              )}
            </form>`
          : ''
      }
      <p class="ledger-acts">
        <button class="ui-button" data-variant="primary" data-door="${frame.base}">
          Unlock with passkey
        </button>
      </p>
      <noscript><p class="ledger-mistake">The desk needs JavaScript, for the passkey.</p></noscript>
      <p class="ledger-hint">
        Lost every passkey? On the machine that the hub runs on: <code>npm run hub -- desk invite NAME</code>
      </p>`,
  );

/** Whoever comes by an invitation makes a passkey here. The link's secret stays in the browser until then. */
export const drawJoin = (frame: Frame) =>
  whole(
    frame,
    'Welcome to the desk',
    html`<p class="ledger-lead">
        From here you run ${frame.hub}: sales, products, people and the hub itself. A passkey on this device
        opens it; there is no password.
      </p>
      <p class="ledger-mistake" role="alert" data-door-mistake hidden></p>
      <form class="ledger-form" data-join="${frame.base}" hidden>
        <label class="ui-field">
          <span class="ui-label">Your name</span>
          <input class="ui-input" name="name" maxlength="60" autocomplete="name" required />
          <span class="ledger-hint">It appears in the record of what was done.</span>
        </label>
        <p class="ledger-acts"><button class="ui-button" data-variant="primary">Create a passkey</button></p>
      </form>
      <noscript><p class="ledger-mistake">The desk needs JavaScript, for the passkey.</p></noscript>`,
  );
