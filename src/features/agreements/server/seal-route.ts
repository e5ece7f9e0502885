import { type Route, route } from '#platform/server/http/route.ts';
import type { Seal } from '#platform/server/seal/seal.ts';
import { agreementsApi } from '../rules/addresses.ts';

/** Whoever holds a sealed file can check it with these, without an account and without this hub’s pages. */
export const sealRoute = (seal: Pick<Seal, 'certificates'>): Route =>
  route({
    method: 'GET',
    path: agreementsApi.seal,
    access: 'anyone',
    summary: 'The certificates that this hub has ever sealed with, as PEM',
    answer: 'raw',
    limit: { name: 'seal certificates', max: 60, perSeconds: 60, by: 'address' },
    async handle() {
      return new Response((await seal.certificates()).join(''), {
        headers: { 'content-type': 'application/x-pem-file', 'cache-control': 'no-cache' },
      });
    },
  });
