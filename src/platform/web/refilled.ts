import { visitSince } from './visit.ts';

/**
 * After Back or a reload, browsers refill a page as it was left, perhaps by someone who has gone since: it starts
 * empty unless that was in this visit. What a form stores itself is restored by its own rules.
 */
export function emptyRefilled(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const { visit } = (history.state ?? {}) as { visit?: unknown };
  if (entry?.type !== 'navigate' && visit !== visitSince()) {
    const seen = new Set<Element>();
    const emptyAll = () => {
      for (const control of document.querySelectorAll('input, textarea, select')) {
        if (!seen.has(control)) empty(control);
        seen.add(control);
      }
    };
    emptyAll();
    // Fields that haven't been read from the document yet keep their content.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', emptyAll);
  }
  // Recorded as late as possible: within one page, someone may have left and the next person typed.
  window.addEventListener('pagehide', () =>
    history.replaceState({ ...(history.state as object | null), visit: visitSince() }, ''),
  );
}

function empty(control: Element): void {
  if (control instanceof HTMLSelectElement)
    for (const option of control.options) option.selected = option.defaultSelected;
  else if (control instanceof HTMLTextAreaElement) control.value = control.defaultValue;
  else if (control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type))
    control.checked = control.defaultChecked;
  else if (control instanceof HTMLInputElement && control.type !== 'file')
    control.value = control.defaultValue;
}
