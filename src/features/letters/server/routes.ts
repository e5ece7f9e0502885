import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { readBody } from '#platform/server/http/body.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import { lettersApi, LinksAnswer, LinksBody, PicturesAnswer, PictureView } from '../rules/contract.ts';
import { picturePath } from '../rules/blocks.ts';
import type { createLinkCheck } from './links.ts';
import { mostPictureBytes, type Pictures } from './pictures.ts';
import type { PictureRow } from './tables.ts';

const member = { access: 'member' } as const;
const Name = z.object({ name: z.string().check(z.regex(/^[a-z0-9]{32}\.(?:png|jpeg|webp|gif)$/)) });

const view = ({ name, bytes, width, height, at }: PictureRow): PictureView => ({
  name,
  picture: `${picturePath}${name}`,
  bytes,
  width,
  height,
  at: at.toISOString(),
});

/** Pictures of mail, and whether its links lead anywhere. */
export const letterRoutes = (pictures: Pictures, checkLinks: ReturnType<typeof createLinkCheck>): Route[] => [
  route({
    ...member,
    method: 'GET',
    path: lettersApi.pictures,
    summary: 'List your pictures for emails',
    answer: PicturesAnswer,
    handle: async ({ viewer }) => ({ pictures: (await pictures.listed(viewer.uid)).map(view) }),
  }),
  route({
    ...member,
    method: 'POST',
    path: lettersApi.pictures,
    summary: 'Upload a picture for emails',
    answer: PictureView,
    limit: { name: 'letter-picture', max: 120, perSeconds: 3600, by: 'viewer' },
    handle: async ({ viewer, request }) =>
      view(await pictures.keep(viewer.uid, await readBody(request, mostPictureBytes + 1))),
  }),
  route({
    ...member,
    method: 'DELETE',
    path: lettersApi.picture,
    summary: 'Delete a picture; emails that show it, sent ones too, have a gap from then on',
    params: Name,
    answer: z.object({ ok: z.literal(true) }),
    limit: { name: 'letter-picture', max: 120, perSeconds: 3600, by: 'viewer' },
    async handle({ viewer, params }) {
      await pictures.remove(viewer.uid, params.name);
      return { ok: true } as const;
    },
  }),
  route({
    ...member,
    method: 'POST',
    path: lettersApi.links,
    summary: 'Check whether what an email links to is there',
    body: LinksBody,
    answer: LinksAnswer,
    limit: { name: 'letter-links', max: 30, perSeconds: 3600, by: 'viewer' },
    handle: ({ body }) => checkLinks(body),
  }),
  route({
    method: 'GET',
    path: `${picturePath}:name`,
    access: 'anyone',
    summary: 'Get a picture of an email',
    params: Name,
    answer: 'raw',
    async handle({ params }) {
      const file = await pictures.open(params.name);
      if (!file) throw new Problem('not_found', 'This picture is no longer here.');
      return new Response(file.stream(), {
        headers: {
          'content-type': `image/${params.name.split('.')[1]}`,
          'content-length': String(file.bytes),
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; sandbox",
          // Mail is read on other sites.
          'cross-origin-resource-policy': 'cross-origin',
          'x-content-type-options': 'nosniff',
        },
      });
    },
  }),
];
