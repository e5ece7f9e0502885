import { readLibrary } from '#features/documents/server/library.ts';

/** The documents as they are shipped. */
export const documentLibrary = () => readLibrary('content/documents', 'nowhere');
