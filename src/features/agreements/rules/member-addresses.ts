import { sendPath } from './addresses.ts';

/** For members. Whoever signs by a link loads none of these. */
export const agreementsApi = {
  all: '/api/agreements',
  /** The certificates that this hub has ever sealed with, as PEM. */
  seal: '/api/agreements/seal',
  /** The signature that they keep for the next document. */
  signature: '/api/saved-signature',
  one: (id: string) => `/api/agreements/${id}`,
  version: (id: string, version: number) => `/api/agreements/${id}/versions/${version}`,
  text: (id: string) => `/api/agreements/${id}/text`,
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

/** Where a saved document takes the place of the text that is out. */
export const changePath = (template: string, id: string): string => `${sendPath(template)}&change=${id}`;

/** What is out of one saved document. */
export const outOf = (template: string): string =>
  `${agreementsApi.all}?template=${encodeURIComponent(template)}`;
