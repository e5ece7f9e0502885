/** Where a colour is data and not a look. Each has a reason that a reader can check. */
export const colourExceptions: { path: string; because: string }[] = [
  {
    path: 'src/features/branding/rules/',
    because: 'the default colours of a company’s branding are part of the specification',
  },
  {
    path: 'src/features/funnels/rules/',
    because: 'a published page brings its own small style sheet and wears the colours of its owner',
  },
  {
    path: 'src/features/documents/web/pdf/',
    because: 'a PDF has no style sheet: its ink is the same in every theme',
  },
  {
    path: 'src/features/documents/web/print.ts',
    because:
      'what is printed or kept as HTML brings its own small style sheet: its ink is the same in every theme',
  },
  { path: 'src/platform/server/mail/', because: 'mail programs know no custom properties' },
  {
    path: 'src/apps/server/demo/people.ts',
    because: 'the colours of the demo’s company, as its owner chose them',
  },
  { path: 'src/base/theme-colours.ts', because: 'manifests and browser bars cannot read a style sheet' },
];
