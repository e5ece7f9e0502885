/** Lines for a terminal that send a test event the way a program of the reader's would. */

/** Signs as Standard Webhooks asks, with what every system has: openssl, od and curl. */
export const signedTestLine = (url: string, secret: string): string =>
  [
    `id=test_$(date +%s); at=$(date +%s); body='{"type":"connection.test"}'`,
    `key=$(printf %s '${secret.replace(/^whsec_/, '')}' | openssl base64 -d -A | od -An -vtx1 | tr -d ' \\n')`,
    `sig=$(printf %s "$id.$at.$body" | openssl dgst -sha256 -mac HMAC -macopt hexkey:$key -binary | openssl base64 -A)`,
    `curl -X POST '${url}' -H 'Content-Type: application/json' -H "webhook-id: $id" \\`,
    `  -H "webhook-timestamp: $at" -H "webhook-signature: v1,$sig" -d "$body"`,
  ].join('\n');

export const apiTestLine = (url: string): string =>
  [
    `curl -X POST '${url}' -H 'Authorization: Bearer key_...' \\`,
    `  -H 'Content-Type: application/json' -d '{"test":true,"email":"test@example.com","totalCents":4900}'`,
  ].join('\n');
