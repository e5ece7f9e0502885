// Apart from the contract, so that a screen knows them without the schemas.

/** GET plans -> PlansAnswer · GET subscription -> SubscriptionAnswer · GET, POST keys; DELETE keys/:id */
export const plansApi = {
  plans: '/api/plans',
  subscription: '/api/subscription',
  keys: '/api/keys',
} as const;
