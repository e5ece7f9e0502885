/** Where the provider reports to. */
export const textsApi = {
  incoming: '/api/texts/incoming',
  status: '/api/texts/status',
  dev: '/api/dev/texts',
} as const;
