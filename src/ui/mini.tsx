/** What something is, as a sheet the size of a word: a page, stapled pages, a receipt. */
export const Mini = ({ kind }: { kind: 'Document' | 'Funnel' | 'Purchase' }) => (
  <span className="ui-mini" data-kind={kind} aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
);
