import { whenIdle } from '#platform/web/idle.ts';
import type { LazyPage } from '#platform/web/chunks.ts';
import { matchAddress } from './match.ts';

const intents = ['pointerover', 'pointerdown', 'focusin'] as const;
const restMs = 1000;

/** Preloads what a member is about to open: what they point at, and in idle time what is theirs. */
export function startAhead(): void {
  for (const intent of intents)
    document.addEventListener(intent, ({ target }) => follow(target), { capture: true, passive: true });
  setTimeout(() => whenIdle(() => void prepare('/dashboard'), 10_000), restMs);
}

function follow(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link?.origin === window.location.origin && !link.target && !link.download) void prepare(link.pathname);
}

/** A page's code, that of its first parts, and the data they read first. */
async function prepare(pathname: string): Promise<void> {
  if (!navigator.onLine) return;
  const page = await moduleOf(matchAddress(pathname, '').route.page);
  const parts = await Promise.all((page?.first ?? []).map(moduleOf));
  for (const module of [page, ...parts]) module?.prepare?.();
}

/** A failed preload isn't an error until someone needs it. */
const moduleOf = (page: LazyPage) =>
  page.preload().catch(() => {
    page.forget();
    return null;
  });
