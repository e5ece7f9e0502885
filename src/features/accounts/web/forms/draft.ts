import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';

/** What somebody has typed into one of the account forms and not handed in. */
export interface FormDraft {
  /** Into the fields that still are as they were drawn. */
  restore(form: HTMLFormElement): void;
  keep(field: EventTarget): void;
  drop(): void;
}

type Key = 'hub.accountDraft' | 'hub.nameDraft';
type Area = 'session' | 'local';

/** Never a password: what stands here outlives a reload. */
function draftOf(key: Key, area: Area, names: readonly string[]): FormDraft {
  return {
    restore(form) {
      const typed = read(key, area);
      for (const name of names) {
        const [field, text] = [form.elements.namedItem(name), typed[name]];
        if (!(field instanceof HTMLInputElement) || field.readOnly || text === undefined) continue;
        if (field.value === field.defaultValue) field.value = text;
      }
    },
    keep(field) {
      if (field instanceof HTMLInputElement && names.includes(field.name))
        writeStored(key, JSON.stringify({ ...read(key, area), [field.name]: field.value }), area);
    },
    drop: () => removeStored(key, area),
  };
}

/** Signing in, signing up and a forgotten password share it: whoever is at this tab is nobody yet. */
export const entryDraft = draftOf('hub.accountDraft', 'session', ['email', 'displayName']);
/** A member's own: without a connection it waits on the device, whichever tab it was typed in. */
export const nameDraft = draftOf('hub.nameDraft', 'local', ['displayName']);

function read(key: Key, area: Area): Record<string, string> {
  try {
    const value: unknown = JSON.parse(readStored(key, area) ?? '{}');
    return Object.fromEntries(
      Object.entries(value ?? {}).flatMap(([name, text]) =>
        typeof text === 'string' ? [[name, text.slice(0, 300)]] : [],
      ),
    );
  } catch {
    // Not ours: as good as nothing.
    return {};
  }
}
