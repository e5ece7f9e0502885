import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import {
  CreateKeyBody,
  KeyParams,
  KeysAnswer,
  NewKeyAnswer,
  PlansAnswer,
  plansApi,
  SubscriptionAnswer,
} from '../rules/contract.ts';
import { planIds, plans as planTable } from '../rules/plans.ts';
import { yearlyDiscount } from '../rules/prices.ts';
import type { ApiKeys } from './api-keys.ts';
import { planAsTold } from '../rules/compare.ts';
import type { Plans } from './plans.ts';

export function planRoutes({ db }: Pick<Platform, 'db'>, plans: Plans, keys: ApiKeys): Route[] {
  return [
    route({
      method: 'GET',
      path: plansApi.plans,
      access: 'anyone',
      summary: 'List the plans with their prices and limits',
      answer: PlansAnswer,
      handle({ headers }) {
        headers.set('cache-control', 'public, max-age=300');
        return {
          plans: planIds.map((id) => ({
            id,
            ...planAsTold(id),
            yearlyDiscount: yearlyDiscount(planTable[id].price),
          })),
        };
      },
    }),

    route({
      method: 'GET',
      path: plansApi.subscription,
      access: 'member',
      apiKey: 'usage:read',
      summary: 'Get your plan and this month’s usage',
      answer: SubscriptionAnswer,
      handle: ({ viewer }) => plans.describe(db.tables(), viewer.uid),
    }),

    route({
      method: 'GET',
      path: plansApi.keys,
      access: 'member',
      summary: 'List your API keys',
      description: 'The keys themselves are not included.',
      answer: KeysAnswer,
      handle: async ({ viewer }) => ({ keys: await keys.list(viewer.uid) }),
    }),

    route({
      method: 'POST',
      path: plansApi.keys,
      security: 'API key made',
      access: 'member',
      summary: 'Create an API key',
      description: 'This response is the only one that includes the key.',
      body: CreateKeyBody,
      answer: NewKeyAnswer,
      limit: { name: 'api-keys', max: 30, perSeconds: 3600, by: 'viewer' },
      handle: ({ viewer, body }) => keys.create(viewer.uid, body),
    }),

    route({
      method: 'DELETE',
      path: `${plansApi.keys}/:id`,
      security: 'API key revoked',
      access: 'member',
      summary: 'Revoke an API key',
      params: KeyParams,
      answer: KeysAnswer,
      limit: { name: 'api-key-revoke', max: 60, perSeconds: 600, by: 'session' },
      async handle({ viewer, params }) {
        await keys.revoke(viewer.uid, params.id);
        return { keys: await keys.list(viewer.uid) };
      },
    }),
  ];
}
