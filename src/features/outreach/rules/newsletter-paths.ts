/** Where the newsletter is found on the web. Apart from its shapes, so that pages need none of the library that reads them. */
export const feedPaths = { rss: '/newsletter/feed.xml', atom: '/newsletter/atom.xml' } as const;
export const archiveApi = '/api/newsletter/issues';
export const preferencesApi = '/api/newsletter/preferences';
export const preferencesPath = '/newsletter/preferences';
