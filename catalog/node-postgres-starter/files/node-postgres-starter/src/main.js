import { createServer } from 'node:http';
import { createApp } from './app.js';
import { readConfig } from './config.js';
import { openDatabase } from './db.js';
import { migrate } from './migrate.js';

const config = readConfig(process.env);
const db = openDatabase(config.databaseUrl);
await migrate(db);

const server = createServer(createApp({ db, config }));
// Slow clients do not hold a connection for ever.
server.requestTimeout = 30_000;
server.headersTimeout = 10_000;
server.listen(config.port, () => process.stdout.write(`listening on http://localhost:${server.address().port}\n`));

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), 10_000).unref();
    server.close(async () => {
      await db.end();
      process.exit(0);
    });
    server.closeIdleConnections();
  });
}
