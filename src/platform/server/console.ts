/** A page of `hub console`, as data: a feature supplies the content, apps/server renders it. */
export interface ConsolePage {
  /** Its path, such as "orders"; the details from `one` are below it. */
  path: string;
  title: string;
  list(asked: Asked): Promise<Sheet>;
  /** Throws a Problem `not_found` if it doesn't exist. */
  one?(id: string): Promise<Sheet>;
  acts?: ConsoleAct[];
}

/** The query parameters: search terms, a day, the position in a list. */
export type Asked = Readonly<Record<string, string>>;

/** An action that changes the books: it always gets a confirmation page first. */
export interface ConsoleAct {
  name: string;
  label: string;
  /** What is about to happen, and the fields to fill in. Throws a Problem if it isn't possible. */
  ask(id: string): Promise<{ words: string; fields: ConsoleField[] }>;
  /** Does it, and returns a message about what was done. */
  act(id: string, form: Asked): Promise<string>;
}

export interface ConsoleField {
  name: string;
  label: string;
  value?: string;
  kind?: 'text' | 'search' | 'date' | 'long';
  /** Options to choose from instead of free input. */
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
      /** Numbers are right-aligned. */
      columns: { head: string; numeric?: boolean }[];
      rows: ConsoleCell[][];
      /** Shown instead of a table without rows. */
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
