// These run in the page, before anything of its own does.

/** A clock that is days ahead, or behind. */
export function skewClock(ahead: number): void {
  const Real = Date;
  const Skewed = class extends Real {
    constructor(...given: ConstructorParameters<DateConstructor> | []) {
      if (given.length === 0) super(Real.now() + ahead);
      else super(...given);
    }
    static override now(): number {
      return Real.now() + ahead;
    }
  };
  window.Date = Skewed as DateConstructor;
}

/** Storage that dawdles, is refused, or has no room left. */
export function breakStorage(how: 'well' | 'slow' | 'refused' | 'full'): void {
  const open = IDBFactory.prototype.open;
  Object.assign(window, { rawOpen: open });
  if (how === 'full') {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function set(key, value) {
      if (this === window.localStorage) throw new DOMException('There is no room left', 'QuotaExceededError');
      return setItem.call(this, key, value);
    };
  }
  if (how !== 'slow' && how !== 'refused') return;
  const events = ['success', 'error', 'blocked', 'upgradeneeded'] as const;
  IDBFactory.prototype.open = function opened(...given) {
    let real: IDBOpenDBRequest | undefined;
    const request = new EventTarget() as IDBOpenDBRequest;
    const tell = (event: Event) => {
      request[`on${event.type}` as 'onsuccess']?.(event);
      request.dispatchEvent(event);
    };
    Object.defineProperties(request, {
      result: { get: () => real?.result },
      error: { get: () => real?.error ?? new DOMException('Refused', 'InvalidStateError') },
      transaction: { get: () => real?.transaction ?? null },
    });
    if (how === 'refused') {
      setTimeout(() => tell(new Event('error')), 5);
      return request;
    }
    setTimeout(() => {
      real = open.apply(this, given);
      for (const type of events)
        real.addEventListener(type, (event) => {
          const { oldVersion, newVersion } = event as IDBVersionChangeEvent;
          tell(
            type === 'upgradeneeded' || type === 'blocked'
              ? new IDBVersionChangeEvent(type, { oldVersion, newVersion })
              : new Event(type),
          );
        });
      // Longer than anybody waits for a press of Save to end.
    }, 60_000);
    return request;
  };
}
