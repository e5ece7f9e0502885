import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
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
    atMost('the script of a published page, gz', (await scriptOf(hub.url, path)) / 1024, 1, 'KB', 2),
    atMost('a published page with its visit counted, CPU against a bare server', cpu, 3, 'x', 2),
  ];
}

/** All that runs on it: what stands in the page, and what it asks for. */
async function scriptOf(origin: string, url: string): Promise<number> {
  const html = await (await fetch(url, { headers: { 'user-agent': agent } })).text();
  let bytes = 0;
  for (const [, attributes = '', inline = ''] of html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)) {
    const [, src] = /\bsrc="([^"]+)"/.exec(attributes) ?? [];
    const isData = /\btype="application\/(?:ld\+)?json"/.test(attributes);
    if (src) bytes += await compressed(new URL(src, origin).href);
    else if (!isData) bytes += gzipSync(inline).length;
  }
  return bytes;
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
