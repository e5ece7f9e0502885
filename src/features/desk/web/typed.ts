/** What was typed into a form that somebody left by mistake: in the tab's history entry, and nowhere else. */
interface Typed {
  /** The operator who typed it. */
  by: string;
  path: string;
  fields: [name: string, value: string | boolean][];
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * The desk's pages are kept in no cache, so that Back would bring an empty form. With what was typed comes what the form
 * was opened with: if somebody changed it meanwhile, that is told as always.
 */
export function startTyped(): void {
  const writer = document.querySelector<HTMLInputElement>('form.ledger-form input[name=writer]');
  const form = writer?.form;
  const by = writer?.value ?? '';
  const before = stateOf(history.state);
  // Another operator sits here now, or the desk is locked: it was somebody else's.
  if (before && (!form || before.by !== by)) history.replaceState(null, '');
  if (!form) return;
  const fields = [...form.elements].filter(isKept);
  if (before?.path === location.pathname && before.by === by) {
    const typed = new Map(before.fields);
    for (const field of fields) put(field, typed.get(field.name));
  }
  let timer = 0;
  const keep = () => {
    clearTimeout(timer);
    const typed: Typed = {
      by,
      path: location.pathname,
      fields: fields.map((field) => [field.name, valueOf(field)]),
    };
    // A browser that has no room for it keeps nothing.
    try {
      history.replaceState({ typed }, '');
    } catch {}
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(keep, 300);
  });
  addEventListener('pagehide', () => {
    if (timer !== 0) keep();
  });
  form.addEventListener('submit', keep);
}

/** Never a secret, a form's one-time token, or files that are on their way. */
function isKept(field: Element): field is Field {
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) return field.name !== '';
  if (!(field instanceof HTMLInputElement) || field.name === '') return false;
  return field.type === 'hidden'
    ? field.name === 'was'
    : !['password', 'file', 'submit'].includes(field.type);
}

const valueOf = (field: Field): string | boolean =>
  field instanceof HTMLInputElement && field.type === 'checkbox' ? field.checked : field.value;

function put(field: Field, value: string | boolean | undefined): void {
  if (typeof value === 'string') field.value = value;
  else if (value !== undefined && field instanceof HTMLInputElement) field.checked = value;
}

function stateOf(state: unknown): Typed | null {
  const typed = (state as { typed?: Typed } | null)?.typed;
  return typed && typeof typed.path === 'string' && Array.isArray(typed.fields) ? typed : null;
}
