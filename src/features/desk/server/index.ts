import { join } from 'node:path';
import type { Draft } from '#base/render.ts';
import type { DeskPage } from '#platform/server/desk.ts';
import { readBuild } from '#platform/server/build.ts';
import { createScan } from '#platform/server/files/scanner.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { holdLock } from '#platform/server/database/locks.ts';
import type { Platform } from '#platform/server/platform.ts';
import { deskCommands } from './commands.ts';
import { createDoor } from './door.ts';
import { outsideOnly, type TargetPolicy } from '#platform/server/webhooks/target.ts';
import { drawWords } from './draw.ts';
import { createOperators } from './operators.ts';
import { operatorsPage, recordPage } from './own-pages.ts';
import { createRecord } from './record.ts';
import { deskRoutes } from './routes.ts';
import { createShown } from './shown.ts';
import { readScript, readStyles, type Styles } from './styles.ts';
import type { DeskTables } from './tables.ts';
import { createAddresses } from './summary/addresses.ts';
import { summaryPage } from './summary/page.ts';
import { summaryRoutes } from './summary/routes.ts';
import { createSummaries } from './summary/send.ts';
import { createApiKeys } from './api/keys.ts';
import { apiKeysPage } from './api/page.ts';
import { apiPath, apiRoutes } from './api/routes.ts';
import { createDevices } from './push/devices.ts';
import { createSender } from './push/envelope.ts';
import { createNotices, pushHandler } from './push/notices.ts';
import { noticesPage } from './push/page.ts';
import { createTickets, forgetWordsAbout } from './tickets.ts';
import { createUploads } from './uploads.ts';

/** No other site’s content, no framing, no form to elsewhere: the pages below show buyers and move money. */
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "manifest-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  // Not less: without a referrer a browser sends forms from nowhere (Origin: null).
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'publickey-credentials-get=(self), publickey-credentials-create=(self)',
  'cache-control': 'no-store',
  // The site's service worker never shows the application in its place.
  'x-shell': 'none',
};

/** The operator's desk: a door of its own on the web, with nothing that an account could open. */
export function desk(
  platform: Platform,
  given: readonly DeskPage[],
  drawDraft?: (draft: Draft) => Promise<Response>,
  { build = readBuild(), policy = outsideOnly(true) }: { build?: string; policy?: TargetPolicy } = {},
): ServerFeature {
  const { config, db, clock } = platform;
  const operators = createOperators(platform);
  const base = config.desk?.path ?? '';
  const linkOf = (token: string) => `${named(platform.origin())}${base}/join#${token}`;
  if (!config.desk) return { name: 'desk' };

  const tickets = createTickets(platform);
  const record = createRecord(platform);
  const door = createDoor({ platform, operators, tickets });
  const { scannerUrl, dataDir } = config;
  const uploads = createUploads({
    folder: join(dataDir, 'desk-uploads'),
    clock,
    scan: scannerUrl ? createScan(scannerUrl) : null,
    alone: <T>(work: () => Promise<T>) =>
      db.transaction<DeskTables, T>(async (trx) => {
        await holdLock(trx, 'desk-uploads');
        return work();
      }),
  });
  const shown = createShown({
    base,
    hub: () => platform.site.words().name,
    place: {
      name: 'Desk',
      styles: 'desk.css',
      script: 'desk.js',
      manifest: 'app.webmanifest',
      leave: 'leave',
    },
    tickets,
    headers,
    build,
    ...(drawDraft && { drawDraft }),
  });
  const addresses = createAddresses(platform);
  const sender = createSender(platform.secret('web push'));
  const devices = createDevices(platform, { policy, sender: sender.name });
  const keys = createApiKeys(platform);
  const pages = [
    ...given,
    operatorsPage(operators, linkOf),
    recordPage(record),
    summaryPage(addresses),
    noticesPage(devices, sender.name),
    apiKeysPage(keys, operators),
  ];
  const notices = createNotices(platform, pages);
  const summaries = createSummaries(platform, pages);
  let styles: Promise<Styles> | undefined;
  let script: Promise<string> | undefined;
  let worker: Promise<string> | undefined;
  const look = () => (styles ??= readStyles(base));

  return {
    name: 'desk',
    commands: deskCommands({ operators, linkOf }),
    // Two doors, and neither looks at what opens the other.
    resolveOperator: (request, right, knows) =>
      new URL(request.url).pathname.startsWith(apiPath)
        ? keys.resolve(request, right, knows)
        : door.resolve(request, right, knows),
    outboxHandlers: [pushHandler(platform, { policy, sender })],
    routes: [
      ...apiRoutes({ platform, pages, record, keys, door }),
      ...summaryRoutes(platform, { base, shown, addresses }),
      ...deskRoutes({
        platform,
        base,
        door,
        shown,
        record,
        tickets,
        uploads,
        pages,
        files: {
          css: async () => (await look()).css,
          script: () => (script ??= readScript('desk.js')),
          worker: () => (worker ??= readScript('sw.js')),
          offline: () =>
            String(
              drawWords(
                shown.frame({ pages: [] }),
                'No network',
                'The desk needs a connection. Nothing of it is kept on this device.',
              ),
            ),
          font: async (name) => (await look()).font(name),
        },
      }),
    ],
    person: {
      async export(email) {
        const found = await addresses.byEmail(email);
        return found.length > 0 ? { deskSummary: found } : null;
      },
      async erase(email) {
        await forgetWordsAbout(platform, email);
        const count = await addresses.eraseEmail(email);
        return count > 0 ? ['desk: the address for the summary by mail'] : [];
      },
      erasing: { goes: 'The address for the summary by mail, of an operator of the desk.' },
    },
    jobs: [
      { name: 'desk-summary', everySeconds: 60, run: () => summaries.run() },
      { name: 'desk-push', everySeconds: 20, run: () => notices.run() },
      {
        name: 'forget-desk',
        everySeconds: 3600,
        async run() {
          // First of all: on a full disk the rest can't write, until this has made room.
          await uploads.sweep();
          const now = clock.now();
          const tables = db.tables<DeskTables>();
          await keys.forget();
          await tables.deleteFrom('desk_ticket').where('expires_at', '<', now).execute();
          await tables.deleteFrom('desk_invitation').where('expires_at', '<', now).execute();
          const old = new Date(now.getTime() - 86_400_000);
          await tables.deleteFrom('desk_session').where('used_at', '<', old).execute();
          await record.forget();
        },
      },
    ],
    /** Only while nobody sits there, and not into the log of a live hub. */
    async greeting() {
      if ((await operators.list()).length > 0) return [`${named(platform.origin())}${base}`];
      if (config.live) return ['no operators yet. Run: npm run hub -- desk invite'];
      return [
        `${linkOf(await operators.inviteFirst())}  (open it to run the hub from a browser; works once)`,
      ];
    },
  };
}

/** Browsers take no passkeys at an address in numbers; this machine has a name. */
const named = (origin: string): string =>
  origin.replace(/^(https?:\/\/)127\.0\.0\.1(?=[:/]|$)/, '$1localhost');
