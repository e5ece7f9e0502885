import { uidOf } from '#platform/server/http/viewer.ts';
import * as z from 'zod/mini';
import { route, type Route } from '#platform/server/http/route.ts';
import { donationBegun, donationDraft, donationsApi, donationThanks } from '../../rules/donations.ts';
import type { Payments } from '../payments.ts';
import type { Donations } from './donations.ts';

export const donationRoutes = (payments: Payments, donations: Donations): Route[] => [
  route({
    method: 'POST',
    path: donationsApi.begin,
    access: 'anyone',
    summary: 'Start a donation',
    description: 'The donor approves it at the payment provider.',
    limit: { name: 'donation', max: 30, perSeconds: 3600, by: 'address' },
    body: donationDraft,
    answer: donationBegun,
    handle: ({ body, viewer }) => donations.begin(payments, body, uidOf(viewer)),
  }),
  route({
    method: 'GET',
    path: '/api/donations/:id',
    access: 'anyone',
    summary: 'Get a donation by the donor’s token',
    params: z.object({ id: z.string() }),
    query: z.object({ t: z.string() }),
    answer: donationThanks,
    handle: ({ params, query, headers }) => {
      headers.set('cache-control', 'no-store');
      return donations.thanks(payments, params.id, query.t);
    },
  }),
];
