import { formHeader } from '../rules/uploads.ts';

const patience = 800;

/** A text that is read by rules: what is wrong with it is told while it is written, as saving it would tell it. */
export function startChecks(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-checked]');
  const text = form?.querySelector<HTMLTextAreaElement>('textarea[data-mono]');
  if (!form || !text) return;
  const known = document.getElementById(`${text.id}-fault`);
  const told = known ?? document.createElement('span');
  if (!known) {
    told.id = `${text.id}-fault`;
    told.className = 'ledger-fault';
    text.after(told);
    text.setAttribute(
      'aria-describedby',
      [text.getAttribute('aria-describedby'), told.id].filter(Boolean).join(' '),
    );
  }
  told.setAttribute('role', 'status');

  const base = new URL('.', import.meta.url).href;
  let timer = 0;
  let last = new AbortController();
  async function check({ action, elements }: HTMLFormElement, field: HTMLTextAreaElement) {
    last.abort();
    last = new AbortController();
    const { signal } = last;
    const token = (elements.namedItem('token') as HTMLInputElement | null)?.value ?? '';
    const response = await fetch(`${base}api/checks/${action.slice(base.length)}`, {
      method: 'POST',
      headers: { [formHeader]: token, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(
        [...new FormData(form ?? undefined)].map(([name, value]) => [name, String(value)]),
      ),
      signal,
    }).catch(() => null);
    // Whoever is offline or locked out is told when they save.
    if (!response?.ok || signal.aborted) return;
    const { fields } = (await response.json()) as { fields: Record<string, string> };
    told.textContent = fields[field.name] ?? '';
    if (fields[field.name] === undefined) field.removeAttribute('aria-invalid');
    else field.setAttribute('aria-invalid', 'true');
  }
  text.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void check(form, text), patience);
  });
}
