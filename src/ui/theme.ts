export type Theme = 'system' | 'light' | 'dark';

const key = 'theme';

const listeners = new Set<() => void>();

/** What the person chose; storage may be refused, and anything unknown is the system's choice. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(key);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function apply(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
}

export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Refused storage: the choice lasts as long as the page.
  }
  apply(theme);
  for (const listener of listeners) listener();
}

/** Tells of a change here or in another tab (which is applied at once). */
export function watchTheme(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return;
    apply(readTheme());
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}
