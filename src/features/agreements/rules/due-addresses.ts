/** Apart from the other addresses: a page that is about to be signed has no dates yet, and loads none of these. */
export const dueApi = {
  /** What is due in all of them, and the same as a file for calendars. */
  all: '/api/agreements/due',
  allDates: '/api/agreements/due.ics',
  dates: (id: string) => `/api/agreements/${id}/due.ics`,
  one: (id: string, due: string) => `/api/agreements/${id}/due/${due}`,
  reminders: (id: string) => `/api/agreements/${id}/reminders`,
  /** For one of the people, by their link. */
  signingDates: (token: string) => `/api/signing/due.ics?t=${encodeURIComponent(token)}`,
} as const;
