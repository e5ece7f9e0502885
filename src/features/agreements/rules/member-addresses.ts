/** For members. Whoever signs by a link loads none of these. */
export const agreementsApi = {
  all: '/api/agreements',
  /** The certificates that this hub has ever sealed with, as PEM. */
  seal: '/api/agreements/seal',
  one: (id: string) => `/api/agreements/${id}`,
  withdraw: (id: string) => `/api/agreements/${id}/withdraw`,
  /** The sender has seen what happened up to now. */
  read: (id: string) => `/api/agreements/${id}/read`,
  extend: (id: string) => `/api/agreements/${id}/extend`,
  remind: (id: string, n: number) => `/api/agreements/${id}/people/${n}/remind`,
  address: (id: string, n: number) => `/api/agreements/${id}/people/${n}/address`,
  comments: (id: string) => `/api/agreements/${id}/comments`,
  settle: (id: string, comment: string) => `/api/agreements/${id}/comments/${comment}`,
  /** The sealed file once all have signed, until then the current version. */
  file: (id: string) => `/api/agreements/${id}/file`,
} as const;
