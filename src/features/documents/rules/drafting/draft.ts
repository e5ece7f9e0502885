/** A text that is being edited, as this device keeps it. */
export interface Draft {
  name: string;
  html: string;
  fields: { name: string; label: string; type: string; placeholder: string }[];
  formData: Readonly<Record<string, unknown>>;
  isBranded: boolean;
  /** When its last key was pressed, in milliseconds. */
  at?: number;
  /** The saved text that it was made upon. */
  on?: Upon;
  /** Taken up beside a newer text: it is saved as a document of its own. */
  isCopy?: boolean;
}

export interface Upon {
  rev: string;
  version: number;
}

/**
 * Whether the account's text became another one since this draft was begun. Without a name of what it was begun upon,
 * the clock decides.
 */
export function isOvertaken({ on, at = 0 }: Draft, saved: { on: Upon | null; updatedAt: string }): boolean {
  if (!on || !saved.on) return at < Date.parse(saved.updatedAt);
  return on.rev !== saved.on.rev && on.version !== saved.on.version;
}

/** `id` is a saved template's, or the document's that a new text came from. */
export const draftKey = (id: string): `hub.edit.${string}` => `hub.edit.${id}`;

export function readDraft(text: string | null): Draft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as Partial<Draft> | null;
    if (typeof draft?.html !== 'string' || typeof draft.name !== 'string') return null;
    const { name, html, fields, formData, isBranded, at, on, isCopy } = draft;
    return {
      name,
      html,
      fields: Array.isArray(fields) ? fields : [],
      formData: formData ?? {},
      isBranded: isBranded === true,
      ...(isCopy === true && { isCopy }),
      ...(typeof at === 'number' && { at }),
      ...(typeof on?.rev === 'string' && Number.isInteger(on.version) && { on }),
    };
  } catch {
    return null;
  }
}
