/**
 * Whether a browser only fetches ahead what nobody has asked for yet: a page that links here can make it do so. Nothing
 * counts then, and nothing is handed out.
 */
export const isAhead = (header: (name: string) => string | null | undefined): boolean =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(header(name) ?? ''),
  );

/** Says no without an error: the browser asks again when somebody does. */
export const notAhead = (): Response =>
  new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
