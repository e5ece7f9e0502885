import { whenIdle } from '#platform/web/idle.ts';
import type { LazyPage } from '#platform/web/chunks.ts';
import { matchAddress } from './match.ts';

const intents = ['pointerover', 'pointerdown', 'focusin'] as const;
const restMs = 1000;

/** What a member is about to open is here before they do: what they point at, and when there is time what is theirs. */
export function startAhead(): void {
  for (const intent of intents)
    document.addEventListener(intent, ({ target }) => follow(target), { capture: true, passive: true });
  setTimeout(() => whenIdle(() => void prepare('/dashboard'), 10_000), restMs);
}

function follow(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link?.origin === window.location.origin && !link.target && !link.download) void prepare(link.pathname);
}

/** A page's code, that of its first parts, and what they read first. */
async function prepare(pathname: string): Promise<void> {
  if (!navigator.onLine) return;
  const page = await moduleOf(matchAddress(pathname, '').route.page);
  const parts = await Promise.all((page?.first ?? []).map(moduleOf));
  for (const module of [page, ...parts]) module?.prepare?.();
}

/** One that does not come is no failure until somebody wants it. */
const moduleOf = (page: LazyPage) =>
  page.preload().catch(() => {
    page.forget();
    return null;
  });
