/** Apart from the other addresses: a document can be read and signed without them. */
export const talkApi = {
  version: '/api/signing/version',
  answers: '/api/signing/answers',
} as const;
