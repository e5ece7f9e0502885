/** After the page is idle, because what it fetches is for later. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => {
    // Rejected in private windows of some browsers: the hub still works, only not offline.
    void navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => {});
  };
  if (document.readyState === 'complete') setTimeout(register, 1000);
  else window.addEventListener('load', () => setTimeout(register, 1000), { once: true });
}
