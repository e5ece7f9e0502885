// A process of its own that reads the mailbox of BOUNCES_URL once into DATABASE_URL, for tests that kill it.
import { movableClock } from '#base/clock.ts';
import { readConfig } from '#platform/server/config.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { bouncesJob } from '#platform/server/mail/bounces/read-bounces.ts';
import { testSecret } from './willing.ts';

const config = readConfig(process.env);
const db = await openDatabase(config, silentLog);
await bouncesJob({
  db,
  clock: movableClock(process.argv[2] ?? ''),
  log: silentLog,
  secret: testSecret,
  mailbox: { url: config.bouncesUrl ?? '' },
  returned: async (trx, address, why) =>
    void (await trx.insertInto('came_back').values({ address, why }).execute()),
}).run();
