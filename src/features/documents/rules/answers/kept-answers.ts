/** Where answers wait in session storage between a page and the generator: what was typed, as JSON. */
export const answersKey = (slug: string): `documentAnswers:${string}` => `documentAnswers:${slug}`;

/** Where the AI generator keeps a request that was typed and not yet sent: another page may begin one. */
export const requestKey = 'hub.aiRequest';

/** Which saved template these answers became, so that saving again changes it. */
export const savedAsKey = (slug: string): `documentSavedAs:${string}` => `documentSavedAs:${slug}`;

/** What this device last knew of the account's answers, and what it is sending. */
export const answersBaseKey = (slug: string): `documentAnswersBase:${string}` =>
  `documentAnswersBase:${slug}`;

/** Answers in the form of the catalogue follow their owner; a draft and a saved document are saved by hand. */
export const isOfForm = (name: string): boolean => !/^(?:draft-|saved\.)/.test(name);
