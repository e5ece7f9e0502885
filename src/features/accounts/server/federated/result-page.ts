import { contentHash, contentSecurityPolicy } from '#platform/server/http/security.ts';
import { federatedChannel, type FederatedResult } from '../../rules/contract.ts';
import { escapeHtml } from '#base/escape.ts';

// By channel: a provider's own opener policy may have cut the popup off from the page that opened it.
const script = `
const result = JSON.parse(document.getElementById('result').textContent);
try { const channel = new BroadcastChannel(${JSON.stringify(federatedChannel)}); channel.postMessage(result); channel.close(); } catch {}
setTimeout(() => window.close(), 50);
`;

/** The popup's last page: tells the page that opened it how it went, and closes. */
export function resultPage(result: FederatedResult): Response {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': contentSecurityPolicy({ scriptHashes: [contentHash(script)] }),
  };
  const words = result.ok
    ? 'You’re signed in. You can close this window.'
    : `${result.message} You can close this window.`;
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Signing in</title></head>
<body style="font: 1.0625rem/1.5 system-ui, sans-serif; margin: 3rem 1.5rem; color-scheme: light dark">
<p role="status">${escapeHtml(words)}</p>
<p><a href="/">Back to the site</a></p>
<script type="application/json" id="result">${JSON.stringify(result).replace(/</g, '\\u003c')}</script>
<script>${script}</script>
</body>
</html>
`;
  return new Response(html, { headers });
}
