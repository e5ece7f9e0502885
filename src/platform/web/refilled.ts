import { visitSince } from './visit.ts';

/**
 * A page that Back or a reload brings again is filled in by the browser as it was left, perhaps by somebody who has gone
 * since: it begins empty unless that was in this very visit. What a form keeps itself comes back by its own rules.
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
    // What had not been read from the document yet is filled in as it is.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', emptyAll);
  }
  // Said as late as can be: within a page somebody may have left, and the next one typed.
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
