/** After the page has settled, for what it fetches is for another day. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => {
    // Refused in private windows of some browsers: the hub works, only not without a network.
    void navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => {});
  };
  if (document.readyState === 'complete') setTimeout(register, 1000);
  else window.addEventListener('load', () => setTimeout(register, 1000), { once: true });
}
