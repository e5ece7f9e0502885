import type { Clock } from '#base/clock.ts';
import type { Ai } from './ai/ai.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { FileStore } from './files/file-store.ts';
import type { Log } from './log.ts';
import type { Mail } from './mail/mail.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Key } from './signed.ts';
import type { SecurityLog } from './security/security-log.ts';
import type { SiteStore } from './site/site.ts';

/** What every feature is given: shared services, opened once by main. */
export interface Platform {
  config: Config;
  clock: Clock;
  log: Log;
  db: Database;
  /** Files by key: on this machine's disk unless configured otherwise. */
  files: FileStore;
  outbox: Outbox;
  mail: Mail;
  /** The configured model, if any; its cost is charged to the daily budget. */
  ai: Ai;
  site: SiteStore;
  security: SecurityLog;
  /** A key for one purpose, derived from the hub's secret. */
  secret(name: string): Key;
  /** Starts this process anew, where something is there that does; whoever calls it has answered first. */
  restart?: (() => void) | undefined;
  /** Set once by main: the port that was free when PORT is 0. */
  listening(port: number): void;
  /** The public address of this hub, without a trailing slash. */
  origin(): string;
}
