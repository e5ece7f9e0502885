import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';

const key = 'hub.contactDraft';
const kept = ['name', 'email', 'reason', 'message'];
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (thing: unknown): thing is Control =>
  thing instanceof HTMLInputElement ||
  thing instanceof HTMLTextAreaElement ||
  thing instanceof HTMLSelectElement;

/** What was typed into the contact form, for this tab's life: through a reload, a failure, a wrong click. */
export const contactDraft = {
  /** Into the fields that are still empty; what has no draft begins with what is given. */
  restore(form: HTMLFormElement, begins: Record<string, string>): void {
    let draft: unknown = null;
    try {
      draft = JSON.parse(readStored(key, 'session') ?? '{}');
    } catch {
      // Damaged: as good as none.
    }
    for (const name of kept) {
      const text = (draft as Record<string, unknown> | null)?.[name] || begins[name];
      const control = form.elements.namedItem(name);
      if (typeof text === 'string' && isControl(control) && control.value === '') control.value = text;
    }
  },
  keep(form: HTMLFormElement): void {
    const entries = kept.map((name) => {
      const control = form.elements.namedItem(name);
      return [name, isControl(control) ? control.value : ''];
    });
    writeStored(key, JSON.stringify(Object.fromEntries(entries)), 'session');
  },
  drop: (): void => removeStored(key, 'session'),
};
