import type { FormField } from './front-matter-form.ts';
import type { FormText } from './save-text.ts';
import type { SiteStore } from './site.ts';

const lineList = (data: unknown): string => (Array.isArray(data) ? data.join('\n') : '');
const orNothing = (typed: string): string | undefined => typed.trim() || undefined;

/** Who runs the hub: the keys of site/hub.md that nobody can sell without. */
const fields: readonly FormField[] = [
  {
    name: 'name',
    label: 'Name of your hub',
    at: ['name'],
    hint: 'Up to 60 characters, on every page.',
    written: orNothing,
  },
  {
    name: 'tagline',
    label: 'Tagline',
    at: ['tagline'],
    hint: 'What you do, in up to 120 characters.',
    written: orNothing,
  },
  {
    name: 'legalName',
    label: 'Legal name',
    at: ['seller', 'legalName'],
    hint: 'Yours or your company’s, as registered: on invoices and in the terms.',
    written: orNothing,
  },
  {
    name: 'address',
    label: 'Postal address',
    kind: 'long',
    rows: 4,
    at: ['seller', 'address'],
    hint: 'Up to 6 lines, without the country.',
    misfit: 'Up to 6 lines of up to 120 characters fit.',
    shown: lineList,
    written(typed) {
      const lines = typed.split('\n').map((line) => line.trim());
      const list = lines.filter(Boolean);
      return list.length > 0 ? list : undefined;
    },
  },
  {
    name: 'country',
    label: 'Country',
    at: ['seller', 'country'],
    hint: 'Two letters, such as DE.',
    written: orNothing,
  },
  { name: 'email', label: 'Email', kind: 'email', at: ['seller', 'email'], written: orNothing },
  {
    name: 'registration',
    label: 'Registration (optional)',
    at: ['seller', 'registration'],
    hint: 'Such as HRB 12345, Amtsgericht Berlin.',
    written: orNothing,
  },
  {
    name: 'vatId',
    label: 'VAT ID (optional)',
    at: ['seller', 'vatId'],
    hint: 'Such as DE123456789.',
    written: orNothing,
  },
];

/** Who runs the hub, in site/hub.md: the shipped one says what a key takes that isn't there. */
export const whoForm = ({ draft }: Pick<SiteStore, 'draft'>): FormText => ({
  path: 'hub.md',
  fields,
  blank: '---\n---\n',
  isOverlay: true,
  prove: (text) => void draft.words(text),
});
