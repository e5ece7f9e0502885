import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';

const key = 'hub.accountDraft';
// Never the password: what stands here outlives a reload.
const kept = ['email', 'displayName'] as const;
type Draft = Partial<Record<(typeof kept)[number], string>>;

function read(): Draft {
  const draft: Draft = {};
  try {
    const value: unknown = JSON.parse(readStored(key, 'session') ?? '{}');
    for (const name of kept) {
      const text = (value as Record<string, unknown> | null)?.[name];
      if (typeof text === 'string') draft[name] = text.slice(0, 300);
    }
  } catch {
    // Not ours: as good as nothing.
  }
  return draft;
}

/** What somebody has typed into one of the account forms, for this tab's life; the forms share it. */
export const draft = {
  /** Into the fields that are still empty. */
  restore(form: HTMLFormElement): void {
    for (const [name, text] of Object.entries(read())) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement && field.value === '' && !field.readOnly) field.value = text;
    }
  },
  keep(field: EventTarget): void {
    if (!(field instanceof HTMLInputElement) || !kept.some((name) => name === field.name)) return;
    writeStored(key, JSON.stringify({ ...read(), [field.name]: field.value }), 'session');
  },
  drop: (): void => removeStored(key, 'session'),
};
