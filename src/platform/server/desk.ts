import { Problem } from '#base/problem.ts';
import type { Draft } from '#base/render.ts';

/**
 * What an operator sees and does, as data. A feature says what there is; the desk in a browser and `hub console` on the
 * machine itself are doors to the same pages and acts.
 */
export interface DeskPage {
  /** Its path, such as "orders"; the details from `one` are below it. */
  path: string;
  title: string;
  /** Whose work it is; `any` is a page about whoever looks at it. */
  right: DeskRight | 'any';
  list(asked: Asked, by?: Operator): Promise<Sheet>;
  /** Throws a Problem `not_found` if it doesn't exist. */
  one?(id: string): Promise<Sheet>;
  acts?: DeskAct[];
  /** An email as its reader sees it, for the block that shows one. Throws a Problem `not_found` if there is none. */
  mail?(id: string): Promise<ShownMail>;
  /** What of it belongs on the first page: how things stand today, and what waits for somebody. */
  glance?(): Promise<Glance[]>;
  /** What came to pass in a time, for the summary by mail. */
  news?(span: DeskSpan): Promise<News[]>;
}

/** From this moment until before that one. */
export interface DeskSpan {
  from: Date;
  until: Date;
}

export interface Glance {
  label: string;
  value: string;
  note?: string;
  /** Waits for the operator: named before everything else. */
  waits?: boolean;
}

export interface News extends Pick<Glance, 'label' | 'value' | 'note'> {
  /** Something happened: a time without any is an empty one. */
  isSomething?: boolean;
  /** Worth a notice at once. */
  isPushed?: boolean;
}

export interface ShownMail {
  html: string;
  /** Where its pictures may come from, as a Content-Security-Policy says it; those of other sites stay away. */
  pictures: readonly string[];
}

/** What an operator may be trusted with. `everything` includes the other three, and whatever keeps the hub running. */
export type DeskRight = 'money' | 'content' | 'people' | 'everything';

/** The query parameters: search terms, a day, the position in a list. */
export type Asked = Readonly<Record<string, string>>;

/** An action that changes something: it always gets a confirmation page first. */
export interface DeskAct {
  name: string;
  label: string;
  /** What the button below its fields says, where that isn't the label. */
  button?: string;
  /** Of the page as a whole, such as adding something; its `id` is empty. */
  isOfPage?: true;
  /** Can't be taken back, or lets data out: the operator proves at that moment that it is them. */
  isGrave?: true;
  /**
   * What is about to happen, at length in blocks, and the fields to fill in; once more with what was typed, if that
   * couldn't be done. Throws a Problem if it isn't possible.
   */
  ask(id: string, by?: Operator, typed?: Asked): Promise<Question>;
  /** The page as it would be with what is typed; saves nothing. */
  preview?(id: string, form: Asked, given?: Given): Promise<Draft>;
  /**
   * What would come of the files of its form, shown before anything is done, as often as another `print` comes of them;
   * without one it only shows, and the files are gone. The button until then is called `lookButton`.
   */
  look?(id: string, form: Asked, given: Given): Promise<Look>;
  lookButton?: string;
  /** Its preview is tried while somebody writes, and what is wrong told below the field. */
  isChecked?: boolean;
  /** Does it, and returns a message about what was done, with what it changed. */
  act(id: string, form: Asked, by?: Operator, given?: Given): Promise<Done>;
}

export interface Question {
  /** What the page is called, where the act's label doesn't name its thing: Edit “About”. */
  title?: string;
  words: string;
  blocks?: DeskBlock[];
  fields: DeskField[];
}

export interface Look {
  words: string;
  blocks: DeskBlock[];
  /** Stands for all that was looked at. */
  print?: string;
}

/** What came with a form besides its words. */
export interface Given {
  /** The files of a field, in the order chosen: each lies on this machine, whole, and is deleted once the act is done. */
  files(field: string): Promise<GivenFile[]>;
}

export interface GivenFile {
  /** Made harmless: a name without a path, that any system takes. */
  name: string;
  bytes: number;
  /** Where it lies until then. */
  path: string;
}

/** Who acts, by the desk; null at the machine itself, where the terminal's owner has no name. */
export interface Operator {
  id: string;
  name: string;
}

/** What changed, for the record: short values, no texts of people. There is no act without. */
export type Done = Told & Changed;

type Facts = Readonly<Record<string, unknown>>;
type Changed = { before: Facts; after?: Facts } | { before?: Facts; after: Facts };

interface Told {
  words: string;
  /** The page to go on from, such as "products/launch-kit"; without it, the one that the act belongs to. */
  goOn?: string;
  /** The hub goes away for a moment: the page that follows is opened once it is back. */
  isRestart?: boolean;
  /** Shown once, above the act's page, and kept nowhere: a link or code that only the operator may have. */
  secret?: { label: string; text: string };
  /** What the browser saves, instead of a page that follows. */
  file?: { name: string; bytes: ReadableStream<Uint8Array<ArrayBuffer>> };
}

/** An act that stopped on its way, its outcome open: the words say what happens to it, the record what is known. */
export class Unanswered extends Problem {
  readonly known: Changed;

  constructor(words: string, known: Changed) {
    super('unavailable', words);
    this.known = known;
  }
}

export interface DeskField {
  name: string;
  label: string;
  value?: string;
  /**
   * `push`: the address at which this browser takes notices, which its script gives; the value is the hub's public key.
   * What is typed into a `secret` field stands in no page again; its name begins with "secret".
   */
  kind?:
    | 'text'
    | 'search'
    | 'date'
    | 'time'
    | 'zone'
    | 'long'
    | 'number'
    | 'email'
    | 'check'
    | 'files'
    | 'hidden'
    | 'push'
    | 'secret';
  /** Options to choose from instead of free input. */
  options?: readonly { value: string; label: string }[];
  hint?: string;
  /** What is wrong with what stands in it; a Problem of an act says it by the field's name. */
  mistake?: string;
  /** Of a long text. */
  rows?: number;
  /** Written by rules, where each sign counts: letters of one width, and nothing put right by the browser. */
  isMono?: boolean;
  /** Of files: what may be chosen, as in `accept`. */
  accept?: string;
  /** Of pictures: the widths in which smaller ones are sent along, named after them: `cover.432.webp`. */
  widths?: readonly number[];
  /** Of one picture: what the browser draws from it as a PNG and sends along, named after it: `mark.as-icon-192.png`. */
  copies?: readonly PictureCopy[];
  /** Of pictures: the browser can cut a part of this shape out of one, as width by height. */
  ratio?: number;
  /** Fields in a row about the same thing, under its name. */
  group?: string;
  /** What their thing looks like: the picture itself as a data URL. */
  picture?: string;
  /** In a list, where their thing stands, or that it goes: a script makes buttons of it. */
  does?: 'place' | 'remove';
}

export interface PictureCopy {
  name: string;
  width: number;
  height: number;
  /** `cover` fills all of it and cuts what sticks out; `inside` is as large as fits, and no larger than the picture. */
  fit: 'cover' | 'inside';
  /** On white, for devices that draw black behind it. */
  isOpaque?: boolean;
  /** Of each side, as a part of it. */
  margin?: number;
}

export interface ShownPicture {
  /** Empty where the page says it already. */
  title: string;
  note?: string;
  /** Of this hub, or the picture itself as a data URL; without it, an empty frame. */
  src?: string;
  href?: string;
}

export interface Sheet {
  title: string;
  lead?: string;
  blocks: DeskBlock[];
}

/** Of a table that doesn't show everything: how many there are. */
export const titleOf = (title: string, shown: number, all: number): string =>
  shown < all ? `${title}, ${shown} of ${all}` : title;

export type DeskCell =
  | string
  | { text: string; href?: string; tone?: 'ok' | 'warn' | 'danger' | 'muted'; mono?: boolean };

export interface DeskEvent {
  at: Date;
  words: string;
  note?: string;
  tone?: 'ok' | 'warn' | 'danger' | 'muted';
}

export interface DeskBar {
  label: string;
  href?: string;
  value: number;
  words: string;
  more?: string[];
  /** The same of the time before, drawn as an outline, and how it stands to that. */
  before?: { value: number; words: string; change: string };
}

export type DeskBlock =
  | { is: 'heading'; text: string }
  | { is: 'search'; fields: DeskField[] }
  | { is: 'figures'; figures: { label: string; value: string; note?: string; href?: string }[] }
  | { is: 'facts'; title?: string; facts: [string, DeskCell][] }
  | {
      is: 'table';
      title: string;
      /** Numbers are right-aligned. */
      columns: { head: string; numeric?: boolean }[];
      rows: DeskCell[][];
      /** Shown instead of a table without rows. */
      empty: string;
    }
  | {
      is: 'bars';
      title: string;
      label: string;
      unit: string;
      /** Of parts instead of days: the bars lie below each other, each beside its name. */
      lies?: boolean;
      /** What else the table says of each. */
      more?: string[];
      bars: DeskBar[];
    }
  /** What happened to one thing, the oldest first; the desk adds what was done to it here. */
  | { is: 'timeline'; title: string; id: string; events: DeskEvent[] }
  | { is: 'code'; title: string; text: string }
  | { is: 'pictures'; title?: string; pictures: ShownPicture[]; isLarge?: true }
  /** The page's `mail` of this ID, as wide as a phone and as a screen, and its plain text. */
  | { is: 'mail'; title: string; of: string; text: string }
  | { is: 'link'; text: string; href: string }
  /** Buttons of the acts of one thing; with an empty `id`, of the page. `only` names some of them. */
  | { is: 'acts'; id: string; only?: readonly string[] };
