import type { Knowledge } from '#base/knowledge.ts';
import type { DeskBlock, DeskPage } from './desk.ts';
import type { ResolveOperator, Route } from './http/route.ts';
import type { ResolveKey, ResolveViewer } from './http/viewer.ts';
import type { OutboxHandler } from './outbox/outbox.ts';

/** What a feature adds to the server. apps/server mounts it; no one else knows it is there. */
export interface ServerFeature {
  name: string;
  routes?: Route[];
  /** Identifies the caller; one feature does this. */
  resolveViewer?: ResolveViewer;
  /** Identifies the member behind an API key; one feature does this. */
  resolveKey?: ResolveKey;
  /** Identifies the operator behind a session of the desk; one feature does this. */
  resolveOperator?: ResolveOperator;
  /** Delivers what the outbox holds for the feature's own channel. */
  outboxHandlers?: OutboxHandler[];
  /** A recurring job; it runs in one process of the hub at a time. */
  jobs?: RecurringJob[];
  /** What the feature stores about a person, for `hub person export|erase`. */
  person?: PersonData;
  commands?: HubCommand[];
  /** Lines for the terminal that starts the hub, and for nothing else: they may hold a secret. */
  greeting?(): Promise<string[]>;
  /** What the operator sees of it in `hub console` and on the desk. */
  desk?: DeskPage[];
  /** What must be loaded before the first request is served; returns how to stop it. Only when the hub serves. */
  start?(): Promise<() => Promise<void>>;
  /** Another number means that time alone has changed what its public pages show. */
  turns?(): number;
  /** Pages worth indexing that no route row lists, such as one per product. */
  listed?(): { path: string; lastmod?: string }[];
  /** What anyone may be told about it; the same array until something changes. */
  knows?(): readonly Knowledge[];
  /** What the operator should know at startup: what this service runs on. */
  runsOn?: () => ServiceStatus[];
}

export interface RecurringJob {
  name: string;
  everySeconds: number;
  run(): Promise<void>;
}

/** Somebody whom a feature knows, for whoever looks for them by address or name. */
export interface FoundPerson {
  address: string;
  name?: string;
  /** Such as "customer". */
  as: string;
}

export interface PersonData {
  /** Everything stored about this address, as plain data; null if there is nothing. */
  export(email: string): Promise<unknown>;
  /** Deletes or anonymizes it; returns what was removed and what the law requires us to keep. */
  erase(email: string): Promise<string[]>;
  /** What erasing takes away, and what stays and why, before anybody does it. */
  erasing: { goes?: string; stays?: string };
  /** What the operator's desk shows of it; nothing where there is nothing. */
  shown?(email: string): Promise<DeskBlock[]>;
  /** Those whose address or name begins with this; the word is in lower case. */
  find?(word: string, limit: number): Promise<FoundPerson[]>;
}

/** What begins with a word, in a pattern of the database. */
export const beginning = (word: string): string => `${word.replace(/[\\%_]/g, '\\$&')}%`;

export interface HubCommand {
  /** As typed: "user list". */
  name: string;
  usage: string;
  summary: string;
  run(args: string[], print: (line: string) => void): Promise<void>;
}

export interface ServiceStatus {
  service: string;
  runsOn: string;
  state: 'up' | 'down' | 'off';
  /** What to do about it, if anything. */
  advice?: string;
}
