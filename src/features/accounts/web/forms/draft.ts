import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';

/** What somebody has typed into one of the account forms and not handed in. */
export interface FormDraft {
  /** Into the fields that still are as they were drawn. */
  restore(form: HTMLFormElement): void;
  keep(field: EventTarget): void;
  drop(): void;
  /** What stands there by now, such as in a field of another form. */
  typed(name: string): string | undefined;
}

/** What an entry form has when another way is chosen. */
export interface Typed {
  email?: string | undefined;
  displayName?: string | undefined;
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
    typed: (name) => read(key, area)[name] || undefined,
  };
}

/** Signing in, signing up and a forgotten password share it: whoever is at this tab is nobody yet. */
const entryKey = 'hub.accountDraft';
export const entryDraft = draftOf(entryKey, 'session', ['email', 'displayName']);
/** A code was asked for in this tab: the browser's secret that it goes with, when, and whether that was answered. */
export interface AskedCode {
  email: string;
  browser: string;
  at: number;
  isSent: boolean;
}

// Of a browser that keeps nothing, this page remembers it.
let askedHere: AskedCode | null = null;
const codeLastsMs = 10 * 60_000;

/** Beside what was typed: it is over when they are in. */
export const askedCode = {
  keep(asked: AskedCode): void {
    askedHere = asked;
    const { email: codeEmail, browser: codeBrowser, at, isSent } = asked;
    const code = { codeEmail, codeBrowser, codeAt: String(at), codeSent: isSent ? 'yes' : '' };
    const kept = { ...read(entryKey, 'session'), ...code };
    writeStored(entryKey, JSON.stringify(kept), 'session');
  },
  /** While the code is good. */
  read(now: number): AskedCode | null {
    const { codeEmail: email, codeBrowser: browser, codeAt, codeSent } = read(entryKey, 'session');
    const kept = { at: Number(codeAt), isSent: codeSent === 'yes' };
    const asked = email && browser ? { email, browser, ...kept } : askedHere;
    return asked && Math.abs(now - asked.at) < codeLastsMs ? asked : null;
  },
  drop(): void {
    askedHere = null;
    const kept = Object.entries(read(entryKey, 'session')).filter(([name]) => !name.startsWith('code'));
    if (kept.length > 0) writeStored(entryKey, JSON.stringify(Object.fromEntries(kept)), 'session');
    else removeStored(entryKey, 'session');
  },
};

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
