import type { FormField } from '#platform/server/site/front-matter-form.ts';

/** The whole file, as it is. */
export const fileFields = (hint: string): readonly FormField[] => [
  {
    name: 'file',
    label: 'Text',
    kind: 'long',
    rows: 24,
    isMono: true,
    hint,
  },
];
