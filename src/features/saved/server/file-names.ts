import type { SavedTables } from './tables.ts';

type Kind = SavedTables['saved_kept_file']['kind'];

const endings: Record<Kind, string> = { content: 'html', logo: 'png', whole: 'whole.html' };

/** A file under the hash of its bytes; the whole of a cut text under that of the text, for its template alone. */
export const keptKey = (owner: string, kind: Kind, hash: string, template: string): string =>
  `saved/${owner}/${kind === 'whole' ? `${template}.` : ''}${hash}.${endings[kind]}`;

/** Where files of a template lay in the release before, and the logo that waits for its write still does. */
export const fileKeys = (owner: string, id: string) => {
  const folder = `templates/${owner}/${id}`;
  return {
    content: `${folder}/content.html`,
    incoming: `${folder}/content.next.html`,
    former: `${folder}/content.former.html`,
    whole: `${folder}/whole.html`,
    logo: `${folder}/logo.png`,
    incomingLogo: `${folder}/logo.next.png`,
  };
};

/** Where a former text lay in the release before. */
export const versionKey = (owner: string, id: string, version: number): string =>
  `templates/${owner}/${id}/versions/${version}.html`;
