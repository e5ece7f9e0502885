const leaveMs = 3000;
const askMs = 1000;

/** Waits for the hub to be gone and back, then opens the page that follows. */
export function startRestart(): void {
  const next = document.querySelector<HTMLElement>('[data-restart]')?.dataset['restart'];
  if (next === undefined) return;
  const ask = async () => {
    const isBack = await fetch('/api/health', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isBack) location.replace(next);
    else setTimeout(() => void ask(), askMs);
  };
  setTimeout(() => void ask(), leaveMs);
}
