import { route, type Route } from '#platform/server/http/route.ts';
import type { LicenceKeys } from './licence-keys.ts';

/** What anybody checks a licence key with, offline from then on. */
export const licenceKeyRoute = ({ publicKey }: LicenceKeys): Route =>
  route({
    method: 'GET',
    path: '/api/licence-key.pem',
    access: 'anyone',
    summary: 'Get the public key that verifies license keys',
    answer: 'raw',
    handle: () =>
      new Response(publicKey, {
        headers: { 'content-type': 'application/x-pem-file', 'cache-control': 'public, max-age=3600' },
      }),
  });
