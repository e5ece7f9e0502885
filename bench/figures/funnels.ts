import { request } from 'node:http';
import { startHub } from '../../e2e/hub.ts';
import { atMost, type Figure, ratioToBare } from '../kit.ts';
import { publishedFunnel } from '../published-funnel.ts';

const agent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';

/** What a published page weighs, and what it costs to serve one and count the visit. */
export async function figures(): Promise<Figure[]> {
  await using hub = await startHub();
  const path = await publishedFunnel(hub.url);
  const weight = await compressed(path);

  const cpu = await ratioToBare(hub.pid, { url: path, headers: { 'user-agent': agent } });
  return [
    atMost('a published page, gz', weight / 1024, 6, 'KB'),
    atMost('a published page with its visit counted, CPU against a bare server', cpu, 3, 'x', 2),
  ];
}

const compressed = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'gzip', 'user-agent': agent } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.once('end', () => resolve(bytes));
    })
      .once('error', reject)
      .end();
  });
