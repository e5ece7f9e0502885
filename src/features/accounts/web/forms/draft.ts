import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';

const key = 'hub.accountDraft';

/** What somebody has typed into one of the account forms and not handed in, for this tab's life. */
export interface FormDraft {
  /** Into the fields that still are as they were drawn. */
  restore(form: HTMLFormElement): void;
  keep(field: EventTarget): void;
  drop(): void;
}

/** `names`: of each field that is kept, under what. Never a password: what stands here outlives a reload. */
function draftOf(names: Readonly<Record<string, string>>): FormDraft {
  return {
    restore(form) {
      const typed = read();
      for (const [name, as] of Object.entries(names)) {
        const [field, text] = [form.elements.namedItem(name), typed[as]];
        if (!(field instanceof HTMLInputElement) || field.readOnly || text === undefined) continue;
        if (field.value === field.defaultValue) field.value = text;
      }
    },
    keep(field) {
      if (!(field instanceof HTMLInputElement)) return;
      const as = names[field.name];
      if (as !== undefined) write({ ...read(), [as]: field.value });
    },
    drop() {
      const gone = Object.values(names);
      write(Object.fromEntries(Object.entries(read()).filter(([as]) => !gone.includes(as))));
    },
  };
}

/** Signing in, signing up and a forgotten password share it. */
export const entryDraft = draftOf({ email: 'email', displayName: 'displayName' });
export const nameDraft = draftOf({ displayName: 'newName' });

function read(): Record<string, string> {
  try {
    const value: unknown = JSON.parse(readStored(key, 'session') ?? '{}');
    return Object.fromEntries(
      Object.entries(value ?? {}).flatMap(([as, text]) =>
        typeof text === 'string' ? [[as, text.slice(0, 300)]] : [],
      ),
    );
  } catch {
    // Not ours: as good as nothing.
    return {};
  }
}

function write(typed: Record<string, string>): void {
  if (Object.keys(typed).length === 0) removeStored(key, 'session');
  else writeStored(key, JSON.stringify(typed), 'session');
}
