export interface PatternException {
  file: string;
  /** Left out: the patterns of the file that are put together when it runs. */
  pattern?: string;
  /** As many letters as it is ever asked about: it is tried with these. Left out: it sees our own text only. */
  most?: number;
  because: string;
}

/** Patterns that may take longer than their text is long, or cannot be tried. Each has a reason that a reader can check. */
export const patternExceptions: PatternException[] = [
  {
    file: 'src/features/accounts/server/leaked/leaked.ts',
    because: 'made of figures of a hash',
  },
  {
    file: 'src/platform/server/database/embedded/runner.ts',
    because: 'made of the number of a user of this machine, for its own list of them',
  },
  {
    file: 'src/base/mobile-number.ts',
    because: 'made of the table beside it, in which nothing repeats, and asked about fifteen digits at most',
  },
  {
    file: 'src/features/documents/rules/answers/east.ts',
    because: 'one set of letters, over and over',
  },
  {
    file: 'src/features/documents/rules/formats/text.ts',
    because: 'counts to the width of a line and no further',
  },
  { file: 'src/features/funnels/server/basket.ts', because: 'counts to two thousand letters of a cookie' },
  { file: 'src/features/saved/rules/contract.ts', because: 'nothing in it repeats without an end' },
  ...['facts', 'figures', 'kind', 'names', 'plain', 'refused-words', 'spoken', 'wishes'].map((name) => ({
    file: `src/features/documents/rules/writer/${name}.ts`,
    because: 'the writer reads in a thread with a time limit, and in a browser what is one’s own',
  })),
  {
    file: 'src/features/documents/rules/template/inline.ts',
    pattern: String.raw`\{\{(.*?)\}\}|"\*\*(.+?)\*\*"|\[\[(.+?)\]\]|(\*\*|\*)|<(br)>|\\(.)`,
    because: 'for documents of this repository and the operator',
  },
  {
    file: 'src/apps/server/commands/usage.ts',
    pattern: String.raw`\[[^\]]*\](?:\.\.\.)?|--[a-z-]+(?: [^\s[-]\S*)?|\S+`,
    because: 'for what our own commands say of themselves',
  },
  {
    file: 'src/features/documents/server/pdf/fonts.ts',
    pattern: String.raw`CJK[^.]*\.(?:ttc|otf|ttf)$`,
    because: 'for names of the fonts of this machine',
  },
  {
    file: 'src/platform/server/database/embedded/cluster.ts',
    pattern: String.raw`lock file ".*" (already exists|is empty)|shared memory block .* is still in use`,
    because: 'for what our own database says',
  },
  {
    file: 'src/platform/server/reporting.ts',
    pattern: String.raw`^\s+at (?:(?:async )?(.+?) \()?(?:async )?(.+?):(\d+):(\d+)\)?$`,
    most: 500,
    because: 'longer lines are passed by',
  },
  {
    file: 'src/features/documents/rules/writer/days.ts',
    pattern: String.raw`\b(?:owes?|owed|unpaid|overdue|not paid|n't paid|schuldet|impaye\w*|sans paiement|sin pagar|debe|adeuda)\b.*\b(?:due|fallig|since|seit|payable|echue?|vencid\w+|vencio)\b[^.;,]{0,12}$`,
    most: 400,
    because: 'asked about the four hundred letters before a day',
  },
  {
    file: 'src/features/documents/rules/writer/days.ts',
    pattern: String.raw`\b(?:since|dated|(?:was|were|went|outage|incident|downtime|crash|ausfall|storung|panne|caida|broke|crashed|failed|fell|happened|stopped|signed|seit|vom|ging|fiel|war|desde|depuis|etait)(?![^.;,]*\b(?:starts?|until|by)\b)|fallig am|(?:invoice|bill|rechnung|facture|factura)(?: \S*\d\S*)? (?:of|from|du|del?))\b[^.;,]{0,26}$`,
    most: 44,
    because: 'asked about the forty-four letters before a day',
  },
  {
    file: 'src/features/documents/rules/writer/phrases.ts',
    pattern: String.raw`\b(?:dated|(?:agree\w*|contract|deal|vertrag|contrat|contrato)(?: with [^.;,]{2,30})? (?:of|from|on|vom|du|del?)|vom|signed(?: on)?|du|del|(?:msa|agreement|contract|vertrag\p{L}*|contrat|contrato)\b[^;]{0,50}\b(?:from|of|dated|vom|du|del?))\b[^.;,]{0,6}$`,
    because: 'the writer reads in a thread with a time limit, and in a browser what is one’s own',
  },
  {
    file: 'src/features/agreements/server/person.ts',
    because:
      'put together of escaped words, for the operator alone; what it repeats ends at the sign that it excludes',
  },
  {
    file: 'src/platform/server/site/assets.ts',
    pattern: String.raw`(data-accent="stroke"[^<>]* stroke=")[^"]*`,
    because: 'for pictures of this repository',
  },
];
