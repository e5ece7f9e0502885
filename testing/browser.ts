import { vi } from 'vitest';

/** A storage as a browser has it: its keys are its own properties, and it can be full. */
export function createStorage(room = { left: Infinity }): Storage {
  const held: Record<string, string> = {};
  const size = (without: string) =>
    Object.entries(held).reduce(
      (sum, [key, value]) => sum + (key === without ? 0 : key.length + value.length),
      0,
    );
  return Object.defineProperties(held, {
    getItem: { value: (key: string) => held[key] ?? null },
    setItem: {
      value(key: string, value: string) {
        // What takes no more room than before is never refused, however full it is.
        const grows = value.length > (held[key]?.length ?? -1);
        if (grows && size(key) + key.length + value.length > room.left)
          throw new DOMException('full', 'QuotaExceededError');
        held[key] = value;
      },
    },
    removeItem: { value: (key: string) => void delete held[key] },
  }) as unknown as Storage;
}

/** One person's browser: tabs share its device, each has a session of its own. */
export function createBrowser() {
  const room = { left: Infinity };
  const device = createStorage(room);
  return {
    device,
    room,
    /** From here on this tab is the one that code runs in; `load` brings the code anew, as a reload does. */
    openTab(session = createStorage()) {
      const window = { localStorage: device, sessionStorage: session, addEventListener: () => {} };
      const tab = {
        session,
        use: () => vi.stubGlobal('window', window),
        async load<M>(load: () => Promise<M>): Promise<M> {
          tab.use();
          vi.resetModules();
          return load();
        },
      };
      return tab;
    },
  };
}
