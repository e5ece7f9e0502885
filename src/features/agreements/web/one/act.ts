/** One act: done, said, and what the agreement is then shown. */
export type Act = (
  path: string,
  body?: Record<string, unknown>,
  words?: string,
  method?: 'POST' | 'PUT',
) => Promise<void>;
