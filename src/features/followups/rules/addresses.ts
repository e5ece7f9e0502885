/** Where follow-ups answer; apart from the contract, so that a page that only links there needs no zod. */
export const followupsApi = {
  overview: '/api/followups',
  sequence: '/api/followups/sequences/:id',
  turn: '/api/followups/sequences/:id/turn',
  start: '/api/followups/sequences/:id/start',
  unstart: '/api/followups/sequences/:id/unstart',
  versions: '/api/followups/sequences/:id/versions',
  goOn: '/api/followups/go-on',
  split: '/api/followups/sequences/:id/split',
  preview: '/api/followups/preview',
  testMail: '/api/followups/test-mail',
  people: '/api/followups/people',
  person: '/api/followups/people/:id',
  phone: '/api/followups/people/:id/phone',
  stop: '/api/followups/people/:id/stop',
  resume: '/api/followups/people/:id/resume',
  segment: '/api/followups/segments/:id',
  import: '/api/followups/people/import',
  export: '/api/followups/people/export',
  events: '/api/followups/events',
} as const;

/** Behind a link in a mail: it counts the click and leads on. */
export const linkPath = '/go/:token';
