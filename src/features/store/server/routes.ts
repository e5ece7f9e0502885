import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { FileStore } from '#platform/server/files/file-store.ts';
import { readBrowse } from '../rules/browse.ts';
import { productList, productPage, productParams, productQuery, quoteAnswer, quoteRequest } from '../rules/contract.ts';
import { quote } from '../rules/quote.ts';
import type { Ready } from './catalogue.ts';
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
      async handle({ query, request }) {
        const catalogue = await shelf.now();
        return sent(catalogue.list(readBrowse((key) => query[key])), request);
      },
    }),
    route({
      method: 'GET',
      path: '/api/store/products/:id',
      access: 'anyone',
      summary: 'A product with everything its page shows',
      params: productParams,
      answer: productPage,
      async handle({ params, request }) {
        const ready = (await shelf.now()).product(params.id);
        if (!ready) throw new Problem('not_found', 'This is not sold here, or not any more.');
        return sent(ready, request);
      },
    }),
    route({
      method: 'POST',
      path: '/api/store/quote',
      access: 'anyone',
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

function sent({ body, etag }: Ready, request: Request): Response {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache', etag };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  return new Response(body, { headers });
}
