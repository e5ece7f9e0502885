import type { Knowledge } from '#base/knowledge.ts';
import type { ConsolePage } from './console.ts';
import type { Route } from './http/route.ts';
import type { ResolveKey, ResolveViewer } from './http/viewer.ts';
import type { OutboxHandler } from './outbox/outbox.ts';

/** What a feature brings to the server. apps/server mounts it; nobody else knows it is there. */
export interface ServerFeature {
  name: string;
  routes?: Route[];
  /** Tells who is asking: one feature does. */
  resolveViewer?: ResolveViewer;
  /** Tells for whom a program acts that brings an API key: one feature does. */
  resolveKey?: ResolveKey;
  /** Delivers what the outbox holds for a channel of the feature's own. */
  outboxHandlers?: OutboxHandler[];
  /** Work that comes back: runs in one process of the house at a time. */
  jobs?: RecurringJob[];
  /** What the feature keeps about a person, for `hub person export|erase`. */
  person?: PersonData;
  commands?: HubCommand[];
  /** What the operator sees of it in `hub console`. */
  console?: ConsolePage[];
  /** What must be read before the first request is answered; returns how to end it. Only where the hub serves. */
  start?(): Promise<() => Promise<void>>;
  /** Addresses worth finding that no route row names, such as one a product. */
  listed?(): { path: string; lastmod?: string }[];
  /** What anybody may be told of it; the same array as long as nothing has changed. */
  knows?(): readonly Knowledge[];
  /** What the operator should know at start: what this service runs on. */
  runsOn?: () => ServiceStatus[];
}

export interface RecurringJob {
  name: string;
  everySeconds: number;
  run(): Promise<void>;
}

export interface PersonData {
  /** Everything kept about this address, as plain data; null when there is nothing. */
  export(email: string): Promise<unknown>;
  /** Removes or anonymises it; says in words what was removed and what the law makes us keep. */
  erase(email: string): Promise<string[]>;
}

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
  /** What to do about it, when there is something to do. */
  advice?: string;
}
