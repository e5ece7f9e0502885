import { html, raw } from 'hono/html';
import type { DeskField } from '#platform/server/desk.ts';

type Html = ReturnType<typeof html>;

/** Fields in a row that are about the same thing stand in a box with its name. */
export function drawFields(fields: readonly DeskField[]): Html[] {
  const rows: { group: string | undefined; fields: DeskField[] }[] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (last && last.group === field.group) last.fields.push(field);
    else rows.push({ group: field.group, fields: [field] });
  }
  return rows.map(({ group, fields: own }) =>
    group === undefined
      ? html`${own.map(drawField)}`
      : html`<fieldset
          class="ledger-group-of-fields"
          ${own.some(({ does }) => does) ? raw('data-entry') : ''}
        >
          <legend>${group}</legend>
          ${own.map(({ picture }) => (picture === undefined ? '' : html`<img class="ledger-seen" alt="" src="${picture}" />`))}
          ${own.map(drawField)}
        </fieldset>`,
  );
}

/** A field with its label above it and its hint below, as the server writes it. */
export function drawField(field: DeskField): Html {
  const { name, label, value = '', kind = 'text', hint, mistake } = field;
  if (kind === 'push')
    return html`<input type="hidden" name="${name}" data-push="${value}" />
      <noscript><p class="ledger-fault">Notifications need JavaScript.</p></noscript>`;
  if (kind === 'hidden') return html`<input type="hidden" name="${name}" value="${value}" />`;
  const fault = mistake === undefined ? '' : html`<span class="ledger-fault">${mistake}</span>`;
  if (kind === 'check')
    return html`<label class="ledger-check">
      <input
        type="checkbox"
        name="${name}"
        value="yes"
        ${value === '' ? '' : raw('checked')}
        ${doesOf(field)}
      />
      <span>${label}${hint ? html`<small class="ledger-hint">${hint}</small>` : ''}${fault}</span>
    </label>`;
  const { id, hintId, faultId } = idsOf(field);
  return html`<div class="ui-field">
    <label class="ui-label" for="${id}">${label}</label>
    ${drawInput(field)}
    ${mistake === undefined ? '' : html`<span class="ledger-fault" id="${faultId}">${mistake}</span>`}
    ${hint ? html`<span class="ledger-hint" id="${hintId}">${hint}</span>` : ''}
  </div>`;
}

const doesOf = ({ does }: DeskField) => (does === undefined ? '' : raw(`data-does="${does}"`));

function idsOf({ name, label }: DeskField) {
  // What somebody else typed stands beside the field without a name.
  const id = `f-${(name || label).replace(/[^\w.-]+/g, '-')}`;
  return { id, hintId: `${id}-hint`, faultId: `${id}-fault` };
}

/** What ties an input to its label, its hint and what is wrong with it. */
function marksOf(field: DeskField): ReturnType<typeof raw> {
  const { id, hintId, faultId } = idsOf(field);
  const told = [...(field.mistake === undefined ? [] : [faultId]), ...(field.hint ? [hintId] : [])];
  const describes = told.length > 0 ? ` aria-describedby="${told.join(' ')}"` : '';
  return raw(`id="${id}"${describes}${field.mistake === undefined ? '' : ' aria-invalid="true"'}`);
}

function drawInput(field: DeskField): Html {
  const { name, value = '', kind = 'text', options, rows = 10, accept, widths, copies, isMono } = field;
  const marks = marksOf(field);
  if (kind === 'zone') return drawZones(field, marks);
  if (options)
    return html`<select class="ui-input ui-select" name="${name}" ${marks}>
      ${options.map(
        (option) =>
          html`<option value="${option.value}" ${option.value === value ? raw('selected') : ''}>
            ${option.label}
          </option>`,
      )}
    </select>`;
  switch (kind) {
    case 'long':
      // The first line break after the tag would be lost.
      return html`<textarea
        class="ui-input"
        name="${name}"
        rows="${String(rows)}"
        maxlength="50000"
        ${isMono ? raw('data-mono="" spellcheck="false" autocapitalize="off" wrap="off"') : ''}
        ${marks}
      >
${value}</textarea>`;
    case 'files':
      return html`<input
          class="ui-input"
          type="file"
          ${copies ? '' : raw('multiple')}
          data-files
          data-widths="${(widths ?? []).join(' ')}"
          data-copies="${JSON.stringify(copies ?? [])}"
          data-ratio="${field.ratio === undefined ? '' : String(field.ratio)}"
          accept="${accept ?? ''}"
          ${marks}
        />
        <input type="hidden" name="${name}" value="${value}" />
        <noscript><span class="ledger-fault">Uploads need JavaScript.</span></noscript>`;
    case 'secret':
      return html`<input
        class="ui-input"
        type="password"
        name="${name}"
        autocomplete="new-password"
        spellcheck="false"
        maxlength="300"
        ${marks}
      />`;
    case 'number':
      return html`<input
        class="ui-input"
        inputmode="decimal"
        name="${name}"
        value="${value}"
        maxlength="30"
        ${marks}
        ${doesOf(field)}
      />`;
    case 'hidden':
    case 'push':
    case 'check':
    case 'text':
    case 'search':
    case 'date':
    case 'time':
    case 'email':
      return html`<input
        class="ui-input"
        type="${kind}"
        name="${name}"
        value="${value}"
        maxlength="300"
        ${marks}
      />`;
  }
}

/** Empty, it is the one that the operator's device is in: the script says so, and what is chosen is shown. */
function drawZones({ name, value = '' }: DeskField, marks: ReturnType<typeof raw> | string): Html {
  const known = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
  const zones = value === '' || known.includes(value) ? known : [value, ...known];
  return html`<select class="ui-input ui-select" name="${name}" data-zone ${marks}>
    <option value="">Choose</option>
    ${zones.map(
      (zone) => html`<option value="${zone}" ${zone === value ? raw('selected') : ''}>${zone}</option>`,
    )}
  </select>`;
}
