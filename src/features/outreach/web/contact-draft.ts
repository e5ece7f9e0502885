import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';

const key = 'hub.contactDraft';
const kept = ['name', 'email', 'reason', 'message'];
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (thing: unknown): thing is Control =>
  thing instanceof HTMLInputElement ||
  thing instanceof HTMLTextAreaElement ||
  thing instanceof HTMLSelectElement;

function read(): Record<string, unknown> {
  try {
    const draft: unknown = JSON.parse(readStored(key, 'session') ?? '{}');
    return typeof draft === 'object' && draft !== null ? (draft as Record<string, unknown>) : {};
  } catch {
    // Damaged: as good as none.
    return {};
  }
}

/** What was typed into the contact form, for this tab's life: through a reload, a failure, a wrong click. */
export const contactDraft = {
  /** Into the fields that are still empty; what has no draft begins with what is given. */
  restore(form: HTMLFormElement, begins: Record<string, string>): void {
    const draft = read();
    for (const name of kept) {
      const text = draft[name] || begins[name];
      const control = form.elements.namedItem(name);
      if (typeof text === 'string' && isControl(control) && control.value === '') control.value = text;
    }
  },
  /** That field alone: the form of the page and the one in the chat may stand open beside each other. */
  keep(field: EventTarget): void {
    if (!isControl(field) || !kept.includes(field.name)) return;
    writeStored(key, JSON.stringify({ ...read(), [field.name]: field.value }), 'session');
  },
  drop: (): void => removeStored(key, 'session'),
};
