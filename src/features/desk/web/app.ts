/** Where this script lies, the desk is. */
const scope = (): string | null => {
  const script = document.querySelector<HTMLScriptElement>('script[src$="/desk.js"]');
  return script ? new URL('.', script.src).pathname : null;
};

/** The desk as an app: without a network it says so, in the hub's own look. */
export function startApp(): void {
  if (!('serviceWorker' in navigator)) return;
  // Refused in private windows of some browsers: the desk works there, too.
  addEventListener('load', () => void register().catch(() => {}), { once: true });
}

const patienceMs = 10_000;

/** Resolves once the desk's own worker is there, which takes notices. */
export async function register(): Promise<ServiceWorkerRegistration> {
  const path = scope();
  if (path === null) throw new Error('The desk couldn’t be installed here. Reload the page, then try again.');
  const registration = await navigator.serviceWorker.register(`${path}sw.js`, {
    scope: path,
    updateViaCache: 'none',
  });
  const coming = registration.installing ?? registration.waiting;
  if (coming && !registration.active)
    await new Promise<void>((done) => {
      const timer = setTimeout(done, patienceMs);
      coming.addEventListener('statechange', () => {
        if (coming.state !== 'activated') return;
        clearTimeout(timer);
        done();
      });
    });
  return registration;
}
