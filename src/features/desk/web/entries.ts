/** A list's entries: buttons move them, and take away what Save would remove. Without this, numbers and boxes do. */
export function startEntries(): void {
  const entries = [...document.querySelectorAll<HTMLFieldSetElement>('fieldset[data-entry]')];
  const parent = entries[0]?.parentElement;
  if (!parent) return;
  const told = document.createElement('p');
  told.className = 'ledger-hint';
  told.setAttribute('role', 'status');
  entries.at(-1)?.after(told);
  // What was typed before a fault, or came back with the page, says the order.
  const places = new Map(entries.map((each, at) => [each, Number(placeOf(each)?.value || at + 1)]));
  entries.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  const settle = () => {
    for (const [at, each] of entries.entries()) {
      const place = placeOf(each);
      if (place) place.value = String(at + 1);
      told.before(each);
    }
    for (const [at, each] of entries.entries()) {
      each
        .querySelector<HTMLButtonElement>('[data-move="-1"]')
        ?.setAttribute('aria-disabled', String(at === 0));
      each
        .querySelector<HTMLButtonElement>('[data-move="1"]')
        ?.setAttribute('aria-disabled', String(at === entries.length - 1));
    }
  };

  for (const entry of entries) {
    const name = entry.querySelector('legend')?.textContent?.trim() ?? '';
    const place = placeOf(entry);
    const remove = entry.querySelector<HTMLInputElement>('[data-does=remove]');
    const row = document.createElement('p');
    row.className = 'ledger-acts';
    if (place) {
      for (const [label, by] of [
        ['Up', -1],
        ['Down', 1],
      ] as const) {
        const button = buttonOf(label, `${label}: ${name}`);
        button.dataset['move'] = String(by);
        button.addEventListener('click', () => {
          const at = entries.indexOf(entry);
          const other = entries[at + by];
          if (!other) return;
          [entries[at], entries[at + by]] = [other, entry];
          settle();
          button.focus();
          told.textContent = `${name} is number ${at + by + 1} of ${entries.length} when you save.`;
        });
        row.append(button);
      }
      place.closest<HTMLElement>('.ui-field')?.setAttribute('hidden', '');
    }
    if (remove) {
      const button = buttonOf('Remove', `Remove: ${name}`);
      const show = () => {
        entry.toggleAttribute('data-gone', remove.checked);
        button.textContent = remove.checked ? 'Undo' : 'Remove';
        button.setAttribute('aria-label', `${remove.checked ? 'Undo, keep' : 'Remove'}: ${name}`);
      };
      button.addEventListener('click', () => {
        remove.checked = !remove.checked;
        show();
        told.textContent = remove.checked ? `${name} goes when you save.` : `${name} stays.`;
      });
      remove.closest<HTMLElement>('label')?.setAttribute('hidden', '');
      row.append(button);
      show();
    }
    entry.append(row);
  }
  settle();
}

const placeOf = (entry: Element): HTMLInputElement | null =>
  entry.querySelector<HTMLInputElement>('[data-does=place]');

function buttonOf(text: string, label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'ui-button';
  button.dataset['variant'] = 'secondary';
  button.textContent = text;
  button.setAttribute('aria-label', label);
  return button;
}
