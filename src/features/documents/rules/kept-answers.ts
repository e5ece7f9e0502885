/** Where answers wait in session storage between a page and the generator: what was typed, as JSON. */
export const answersKey = (slug: string): string => `documentAnswers:${slug}`;
