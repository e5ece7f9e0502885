import * as z from 'zod/mini';
import { type Route, route } from '#platform/server/http/route.ts';
import { ended } from './page-answers.ts';
import type { Pictures } from './pictures.ts';
import { readType } from './type-files.ts';

const anyone = { access: 'anyone', answer: 'raw' } as const;

/** What published pages show and are set in: files that never change, kept by browsers for a year. */
export const fileRoutes = (pictures: Pictures): Route[] => [
  route({
    ...anyone,
    method: 'GET',
    path: '/f/-/:file',
    summary: 'Get an image of a published page',
    params: z.object({ file: z.string().check(z.regex(/^[0-9a-f]{64}\.(?:png|jpeg|webp|gif)$/)) }),
    async handle({ params }) {
      const file = await pictures.open(params.file);
      if (!file) return ended();
      return new Response(file.stream(), {
        headers: {
          'content-type': `image/${params.file.split('.')[1]}`,
          'content-length': String(file.bytes),
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
        },
      });
    },
  }),
  route({
    ...anyone,
    method: 'GET',
    path: '/f/-/type/:file',
    summary: 'Get a font of a published page',
    params: z.object({ file: z.string().check(z.regex(/^[a-z0-9-]{1,40}\.woff2$/)) }),
    async handle({ params }) {
      const file = await readType(params.file);
      if (!file) return ended();
      return new Response(file, {
        headers: {
          'content-type': 'font/woff2',
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        },
      });
    },
  }),
];
