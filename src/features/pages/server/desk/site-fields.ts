import { menuField, socialField } from './link-fields.ts';
import { type FormField, shownText } from '#platform/server/site/front-matter-form.ts';

const orNothing = (typed: string): string | undefined => typed.trim() || undefined;

const optional = (field: Pick<FormField, 'name' | 'label' | 'at' | 'hint' | 'kind'>): FormField => ({
  ...field,
  written: orNothing,
});

/** What hub.md says beside who the seller is, which First steps asks for. */
export const siteFields: readonly FormField[] = [
  optional({
    name: 'name',
    label: 'Name of your hub',
    at: ['name'],
    hint: 'Up to 60 characters, on every page.',
  }),
  optional({
    name: 'tagline',
    label: 'Tagline',
    at: ['tagline'],
    hint: 'What you do, in up to 120 characters.',
  }),
  optional({
    name: 'description',
    label: 'Description',
    at: ['description'],
    hint: 'Up to 300 characters, in search results and where a link is shared.',
  }),
  {
    ...optional({
      name: 'accent',
      label: 'Accent color',
      at: ['accent'],
      hint: 'Six hex digits, such as 1D43C6. It colors your mark.',
    }),
    shown: (data) => shownText(data).replace('#', ''),
  },
  menuField(
    'menu',
    'Menu at the top',
    'One a line, such as Store: /store; up to 5, in this order. Empty: Home, Store, Automation.',
  ),
  menuField('menuMore', 'Menu “More”', 'The same, up to 12. Empty: About, Portfolio, Contact, Support Us.'),
  menuField(
    'footer',
    'Quick links at the foot',
    'The same, up to 12; your own pages stand there only if you name them. Empty: what comes with the hub, and all of your pages. Terms, privacy and support stay below.',
  ),
  socialField,
  optional({ name: 'assistantName', label: 'Name of the assistant', at: ['assistantName'] }),
  optional({
    name: 'language',
    label: 'How dates and numbers are written',
    at: ['language'],
    hint: 'Such as en-US or en-GB.',
  }),
  optional({
    name: 'currencyNote',
    label: 'About money (optional)',
    at: ['currencyNote'],
    hint: 'A sentence where people pay, such as who pays for converting currencies.',
  }),
  optional({
    name: 'sender',
    label: 'Newsletter sender',
    at: ['newsletterSender'],
    hint: 'Empty: the name of your hub.',
  }),
  optional({
    name: 'cadence',
    label: 'How often the newsletter comes',
    at: ['newsletterCadence'],
    hint: 'In the middle of a sentence, such as once a month at most.',
  }),
  optional({ name: 'supportEmail', label: 'Support email', kind: 'email', at: ['support', 'email'] }),
  optional({
    name: 'answers',
    label: 'You answer within',
    at: ['support', 'answersWithin'],
    hint: 'Such as two working days.',
  }),
  optional({
    name: 'hours',
    label: 'Office hours (optional)',
    at: ['support', 'hours'],
    hint: 'Such as Mon-Fri 09:00-17:00 Europe/Berlin.',
  }),
  optional({ name: 'privacyContact', label: 'Privacy email', kind: 'email', at: ['privacy', 'contact'] }),
  optional({ name: 'officer', label: 'Data protection officer (optional)', at: ['privacy', 'officer'] }),
  optional({ name: 'authority', label: 'Supervisory authority (optional)', at: ['privacy', 'authority'] }),
  {
    name: 'processors',
    label: 'Who processes data for you',
    kind: 'long',
    rows: 4,
    at: ['privacy', 'processors'],
    hint: 'One a line, such as Example Hosting Ltd, Ireland (servers). On the privacy page.',
    misfit: 'Up to 20 lines of up to 120 characters fit.',
    shown: (data) => (Array.isArray(data) ? data.map(String).join('\n') : ''),
    written(typed) {
      const lines = typed.split('\n').flatMap((line) => line.trim() || []);
      return lines.length > 0 ? lines : undefined;
    },
  },
  {
    name: 'page',
    label: 'About you',
    kind: 'long',
    rows: 8,
    hint: 'Markdown, on the page About: who you are.',
  },
];
