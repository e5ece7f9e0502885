/**
 * A document template: the questions it asks and the text it makes of the answers. Plain data, so that it is parsed
 * once on the server and then travels; browser and server run the same rules over it.
 */
export interface Template {
  slug: string;
  title: string;
  /** As it is called among others: "Mutual NDA". */
  short: string;
  category: Category;
  description: string;
  /** US cents; 0 is free. */
  price: number;
  minutes: number;
  /** A4 pages of the sample. */
  pages: number;
  version: string;
  /** The day somebody last read it through. */
  reviewed: string;
  /** What a reader should know about law before using it. */
  law: string;
  /** What its author wants at the end of every copy. */
  notice: string;
  /** What a numbered part is called in a reference: clause, section. */
  clauseWord: string;
  /** How people ask for it, in any language: for finding it, and stays on the server. */
  asks: string[];
  steps: Step[];
  computed: Computed[];
  checks: Check[];
  /** The days that it sets once it is signed. */
  due: Due[];
  /** What the chosen law demands of the paper itself: ink, a witness, a register. */
  formalities: Formality[];
  /** The laws whose rules it knows, and when somebody last read them. */
  laws: KnownLaw[];
  body: Node[];
}

/** What somebody wants to do, in the order in which lists show it. */
export const categories = [
  'Work with a client',
  'Get paid',
  'Hire',
  'Sell online',
  'Start a company',
  'Protect your ideas',
  'Change or end something',
  'Something else',
] as const;
export type Category = (typeof categories)[number];

export interface Step {
  title: string;
  why: string;
  fields: Field[];
}

export interface Field {
  name: string;
  label: string;
  /** Why this is asked. */
  why: string;
  /** Shown while nothing is typed, and used in the sample. */
  example: string;
  /** What stands in the document while there is no answer. */
  blank: string;
  required: boolean;
  /** Asked only when this holds. */
  show: Expr | null;
  /** As typed; an expression over earlier fields when it is one. */
  fallback: string | Expr | null;
  /** Which word of the branding is offered as the answer. */
  brand: BrandWord | null;
  kind: Kind;
}

export const brandWords = ['companyName', 'website', 'email', 'phone', 'address'] as const;
export type BrandWord = (typeof brandWords)[number];

export type Kind =
  | { type: 'text' | 'longtext' | 'date' | 'duration' | 'yesno' | 'address' }
  /** Who is a person by the nature of the paper, or by an earlier answer, is not asked for it. */
  | { type: 'party'; isPerson?: boolean | Expr; isOurs?: true }
  | { type: 'number'; unit: string; min: number; max: number }
  | { type: 'money'; min: number }
  | { type: 'choice'; options: Option[]; other: string | null }
  | { type: 'list'; one: string; columns: Column[]; max: number };

export interface Option {
  value: string;
  words: string;
}

/** A column of a list: asked for, or worked out from the others of its row. */
export interface Column {
  name: string;
  label: string;
  example: string;
  kind: Exclude<Kind, { type: 'list' | 'party' }>;
  formula: Expr | null;
}

export interface Computed {
  name: string;
  label: string;
  formula: Expr;
  kind: Kind;
}

/** Something that must hold between answers, and what to say when it does not. */
export interface Check {
  holds: Expr;
  words: string;
  /** The question to go back to. */
  field: string;
  /** Where a law says so. */
  source?: string;
}

export const dueKinds = ['begins', 'ends', 'notice', 'renews', 'payment', 'delivery', 'other'] as const;
export type DueKind = (typeof dueKinds)[number];

/** A day, or a row of days, that the document sets once it is signed. */
export interface Due {
  is: DueKind;
  /** Made of its kind and its sum, so that it stays the same whatever else is declared later. */
  id: string;
  on: Expr;
  when: Expr | null;
  /** The list whose rows have a day each. */
  each: string | null;
  /** Again and again after this long: until a day, so many times, or for as long as nobody ends it. */
  every: Expr | null;
  until: Expr | null;
  times: Expr | null;
  /** How long before it notice must be given. */
  notice: Expr | null;
  /** Texts, and the questions whose answers stand between them. */
  words: (string | { path: string })[];
  /** The answers it is made of that can be found in the text again. */
  from: DueSource[];
}

/** `of`: what it is worked out of, where it is a sum. */
export interface DueSource {
  path: string;
  type: 'date' | 'duration' | 'text';
  of: DueSource[];
}

/** `law` is the answer that chooses it. */
export interface KnownLaw {
  law: string;
  name: string;
  checked: string;
  /** Its contracts are written in American English. */
  us?: true;
}

export interface Formality {
  when: Expr;
  words: string;
  source: string;
}

export type Operator = 'or' | 'and' | 'not' | 'is' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*';

export interface Duration {
  count: number;
  unit: 'day' | 'week' | 'month' | 'year';
}

/** What may be worked out: a closed set, never code. */
export type Expr =
  | { e: 'field'; path: string }
  | { e: 'number'; value: number }
  | { e: 'word'; value: string }
  | { e: 'span'; value: Duration }
  | { e: 'op'; op: Operator; args: Expr[] }
  | { e: 'call'; fn: string; args: Expr[] };

/** `own` are words that somebody wrote themselves: no spelling is corrected in them. */
export type Node =
  | { n: 'title' | 'part'; words: Inline[] }
  | {
      n: 'clause';
      id: string;
      heading: Inline[];
      summary: Inline[];
      numbered: boolean;
      body: Node[];
      own?: true;
    }
  | { n: 'sub'; id: string; words: Inline[]; body: Node[] }
  | { n: 'para'; words: Inline[] }
  | { n: 'item'; style: ListStyle; words: Inline[]; body: Node[] }
  | { n: 'table'; head: Inline[][]; align: Align[]; body: Node[] }
  | { n: 'row'; cells: Inline[][] }
  /** Lines to sign on; or to put initials on, beside the clause above. */
  | { n: 'sign' | 'initial'; parties: string[] }
  | { n: 'page' }
  | { n: 'if'; branches: Branch<Node>[] }
  | { n: 'each'; list: string; body: Node[] };

export type Inline =
  | { i: 'text'; text: string; bold?: true; italic?: true }
  | { i: 'field'; path: string; bold?: true; italic?: true }
  | { i: 'ref'; id: string }
  | { i: 'term'; text: string }
  | { i: 'break' }
  | { i: 'if'; branches: Branch<Inline>[] };

export interface Branch<T> {
  /** null: otherwise. */
  when: Expr | null;
  body: T[];
}

export type ListStyle = 'letter' | 'bullet';
export type Align = 'start' | 'end';

export const allFields = (template: Template): Field[] => template.steps.flatMap((step) => step.fields);

/** What a party consists of; `name` and `address` are what the law wants to know, the others whom to talk to. */
export const partyParts = ['kind', 'name', 'number', 'address', 'representative', 'role', 'email'] as const;
export type PartyPart = (typeof partyParts)[number];
