import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { FileStore } from '#platform/server/files/file-store.ts';
import { readBrowse } from '../rules/browse.ts';
import {
  productList,
  productPage,
  productParams,
  productQuery,
  quoteAnswer,
  quoteRequest,
} from '../rules/contract.ts';
import { quote } from '../rules/quote.ts';
import type { Catalogue, Ready } from './catalogue.ts';
import { sendPicture } from './pictures.ts';
import type { Shelf } from './shelf.ts';

export function storeRoutes(shelf: Shelf, files: FileStore): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/store/products',
      access: 'anyone',
      summary: 'What is on sale: searched, filtered, sorted, a page at a time',
      query: productQuery,
      answer: productList,
      handle({ query, request }) {
        const asked = request.url.slice(request.url.indexOf('?') + 1 || request.url.length);
        return answered(shelf, request, (catalogue) =>
          catalogue.list(asked, () => readBrowse((key) => query[key])),
        );
      },
    }),
    route({
      method: 'GET',
      path: '/api/store/products/:id',
      access: 'anyone',
      summary: 'A product with everything its page shows',
      params: productParams,
      answer: productPage,
      handle: ({ params, request }) =>
        answered(shelf, request, (catalogue) => {
          const ready = catalogue.product(params.id);
          if (!ready) throw new Problem('not_found', 'This is not sold here, or not any more.');
          return ready;
        }),
    }),
    route({
      method: 'POST',
      path: '/api/store/quote',
      access: 'anyone',
      limit: { name: 'quote', max: 240, perSeconds: 60, by: 'address' },
      summary: 'What a cart costs, by the prices of this moment',
      body: quoteRequest,
      answer: quoteAnswer,
      async handle({ body }) {
        const catalogue = await shelf.now();
        return quote(body.items, (id) => catalogue.sold(id));
      },
    }),
    route({
      method: 'GET',
      path: '/store/images/:name',
      access: 'anyone',
      summary: 'A picture of a product',
      params: z.object({ name: z.string().check(z.regex(/^[0-9a-f]{24}\.(svg|png|jpe?g|webp)$/)) }),
      answer: 'raw',
      handle: ({ params, request }) => sendPicture(files, params.name, request),
    }),
  ];
}

function answered(
  shelf: Shelf,
  request: Request,
  find: (catalogue: Catalogue) => Ready,
): Response | Promise<Response> {
  const send = (catalogue: Catalogue): Response => {
    const { body, headers } = find(catalogue);
    if (request.headers.get('if-none-match') === headers.etag)
      return new Response(null, { status: 304, headers });
    return new Response(body, { headers });
  };
  const now = shelf.now();
  return now instanceof Promise ? now.then(send) : send(now);
}
