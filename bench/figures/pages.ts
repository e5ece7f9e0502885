import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startHub } from '../../e2e/hub.ts';
import { atMost, type Figure, ratioToBare } from '../kit.ts';

const routesFile = fileURLToPath(new URL('../../dist/server/routes.json', import.meta.url));

/** What a public page weighs, where it asks, and what it costs to serve. */
export async function figures(): Promise<Figure[]> {
  await using hub = await startHub();
  const pages = (JSON.parse(readFileSync(routesFile, 'utf8')) as { path: string; access: string }[])
    .filter(({ path, access }) => access === 'public' && !path.includes(':'))
    .map(({ path }) => path);

  let heaviest = { path: '', scripts: 0 };
  let styles = 0;
  let elsewhere = 0;
  for (const path of pages) {
    const html = await (await fetch(hub.url + path)).text();
    const sizes = async (pattern: RegExp) => {
      let sum = 0;
      for (const [, file] of html.matchAll(pattern)) {
        const response = await fetch(hub.url + file, { headers: { 'accept-encoding': 'gzip' } });
        sum += Number(response.headers.get('content-length'));
      }
      return sum / 1024;
    };
    const scripts = await sizes(/data-start="([^"]+)"/g);
    if (scripts > heaviest.scripts) heaviest = { path, scripts };
    styles = Math.max(styles, await sizes(/rel="stylesheet" href="([^"]+)"/g));
    elsewhere += [
      ...html.matchAll(
        /<(?:script|img|iframe)[^>]+src="https?:|<link[^>]+rel="(?:stylesheet|preload|modulepreload)"[^>]+href="https?:/g,
      ),
    ].length;
  }
  const pid = hub.pid;
  const cached = await ratioToBare(pid, { url: `${hub.url}/about` });
  return [
    atMost(`scripts named by a public page, gz (heaviest: ${heaviest.path})`, heaviest.scripts, 92, 'KB'),
    atMost('styles, gz', styles, 15, 'KB'),
    atMost('requests to other origins', elsewhere, 0, 'requests', 0),
    atMost('a cached page, CPU against a bare server', cached, 10, 'x', 2),
  ];
}
