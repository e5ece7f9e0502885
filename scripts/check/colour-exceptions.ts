/** Where a colour is data and not a look. Each has a reason that a reader can check. */
export const colourExceptions: { path: string; because: string }[] = [
  {
    path: 'src/features/branding/rules/',
    because: 'the default branding colors are part of the specification',
  },
  {
    path: 'src/features/funnels/rules/',
    because: 'a published page has its own small style sheet with its owner’s colors',
  },
  {
    path: 'src/features/documents/web/pdf/',
    because: 'a PDF has no style sheet: its colors are the same in every theme',
  },
  {
    path: 'src/features/documents/web/print.ts',
    because: 'printed and saved HTML has its own small style sheet: its colors are the same in every theme',
  },
  { path: 'src/platform/server/mail/', because: 'mail clients don’t support custom properties' },
  {
    path: 'src/apps/server/demo/people.ts',
    because: 'the sample company’s brand colors',
  },
  { path: 'src/base/theme-colours.ts', because: 'manifests and browser toolbars can’t use a style sheet' },
];
