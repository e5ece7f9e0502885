import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { doorWords } from './door.ts';
import { manifest } from './gate.ts';

export interface DeskFiles {
  css(): Promise<string>;
  script(): Promise<string>;
  worker(): Promise<string>;
  /** The page that stands in for every other without a network. */
  offline(): string;
  font(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
}

const Name = z.object({ name: z.string().check(z.maxLength(100)) });
const aDay = 'private, max-age=86400';

/** What the desk's pages are made of, the same for everybody. */
export function fileRoutes(
  { platform, base, files }: { platform: Platform; base: string; files: DeskFiles },
  rest: Pick<Route, 'drawProblem'> & { isPage: true; answer: 'raw' },
): Route[] {
  const file = (name: string, type: string, read: () => Promise<string>) =>
    route({
      ...rest,
      method: 'GET',
      path: `${base}/${name}` as `/${string}`,
      access: 'anyone',
      summary: `Desk: ${name}`,
      handle: async () =>
        new Response(await read(), {
          headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' },
        }),
    });

  return [
    file('desk.css', 'text/css', files.css),
    file('desk.js', 'text/javascript', files.script),
    file('sw.js', 'text/javascript', files.worker),
    file('offline', 'text/html', async () => files.offline()),
    file('app.webmanifest', 'application/manifest+json', async () =>
      manifest(base, platform.site.words().name),
    ),
    route({
      ...rest,
      method: 'GET',
      path: `${base}/fonts/:name` as `/${string}`,
      access: 'anyone',
      summary: 'Desk: a font',
      params: Name,
      async handle({ params }) {
        const face = await files.font(params.name);
        if (!face) throw new Problem('not_found', doorWords.notHere);
        return new Response(face, { headers: { 'content-type': 'font/woff2', 'cache-control': aDay } });
      },
    }),
  ];
}
