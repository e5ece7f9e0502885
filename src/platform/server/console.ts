/** A page of `hub console`, as data: a feature says what stands on it, apps/server draws it. */
export interface ConsolePage {
  /** Its address, such as "orders"; what `one` shows stands below it. */
  path: string;
  title: string;
  list(asked: Asked): Promise<Sheet>;
  /** Throws a Problem `not_found` for what there is not. */
  one?(id: string): Promise<Sheet>;
  acts?: ConsoleAct[];
}

/** What was asked for in the address: search words, a day, where a list goes on. */
export type Asked = Readonly<Record<string, string>>;

/** Something that changes the books: always asked for first on a page of its own. */
export interface ConsoleAct {
  name: string;
  label: string;
  /** What is about to happen, and what can be said about it. Throws a Problem when it cannot happen. */
  ask(id: string): Promise<{ words: string; fields: ConsoleField[] }>;
  /** Does it, and says in words what was done. */
  act(id: string, form: Asked): Promise<string>;
}

export interface ConsoleField {
  name: string;
  label: string;
  value?: string;
  kind?: 'text' | 'search' | 'date';
  /** One of these instead of anything typed. */
  options?: readonly { value: string; label: string }[];
}

export interface Sheet {
  title: string;
  lead?: string;
  blocks: ConsoleBlock[];
}

export type ConsoleCell =
  | string
  | { text: string; href?: string; tone?: 'ok' | 'warn' | 'danger' | 'muted'; mono?: boolean };

export type ConsoleBlock =
  | { is: 'search'; fields: ConsoleField[] }
  | { is: 'figures'; figures: { label: string; value: string; note?: string }[] }
  | { is: 'facts'; title?: string; facts: [string, ConsoleCell][] }
  | {
      is: 'table';
      title: string;
      /** Figures stand to the right. */
      columns: { head: string; numeric?: boolean }[];
      rows: ConsoleCell[][];
      /** Said in place of a table without rows. */
      empty: string;
    }
  | {
      is: 'bars';
      title: string;
      label: string;
      unit: string;
      bars: { label: string; value: number; words: string }[];
    }
  | { is: 'code'; title: string; text: string }
  | { is: 'link'; text: string; href: string }
  | { is: 'acts'; id: string };
