/** A text that is being edited, as this device keeps it. */
export interface Draft {
  name: string;
  html: string;
  fields: { name: string; label: string; type: string; placeholder: string }[];
  formData: Readonly<Record<string, unknown>>;
  isBranded: boolean;
}

/** `id` is a saved template's, or the document's that a new text came from. */
export const draftKey = (id: string): string => `hub.edit.${id}`;

export function readDraft(text: string | null): Draft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as Partial<Draft> | null;
    if (typeof draft?.html !== 'string' || typeof draft.name !== 'string') return null;
    const { name, html, fields, formData, isBranded } = draft;
    return {
      name,
      html,
      fields: Array.isArray(fields) ? fields : [],
      formData: formData ?? {},
      isBranded: isBranded === true,
    };
  } catch {
    return null;
  }
}
