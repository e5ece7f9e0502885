import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { cachedResponse } from '#platform/server/http/cached-answer.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { FileStore } from '#platform/server/files/file-store.ts';
import { browseAddress, readBrowse } from '../rules/browse.ts';
import {
  productList,
  productPage,
  productParams,
  productQuery,
  quoteAnswer,
  quoteRequest,
} from '../rules/contract.ts';
import { quote } from '../rules/quote.ts';
import type { Catalogue } from './catalogue.ts';
import { sendPicture } from './pictures.ts';
import type { LiveCatalogue } from './live-catalogue.ts';

export function storeRoutes(live: LiveCatalogue, files: FileStore): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/store/products',
      access: 'anyone',
      summary: 'Search, filter and sort the products on sale',
      description: 'Returns one page of results at a time.',
      query: productQuery,
      answer: productList,
      cached({ query, url }) {
        const asked = url.slice(url.indexOf('?') + 1 || url.length);
        return atHand(live)?.list(asked, () => readBrowse((key) => query[key]));
      },
      async handle({ query, request }) {
        const browse = readBrowse((key) => query[key]);
        return cachedResponse(
          request,
          (await live.now()).list(browseAddress(browse, { page: browse.page }), () => browse),
        );
      },
    }),
    route({
      method: 'GET',
      path: '/api/store/products/:id',
      access: 'anyone',
      summary: 'Get a product',
      params: productParams,
      answer: productPage,
      cached: ({ params }) => atHand(live)?.product(params.id),
      async handle({ params, request }) {
        const product = (await live.now()).product(params.id);
        if (!product) throw new Problem('not_found', 'This product isn’t sold here, or no longer is.');
        return cachedResponse(request, product);
      },
    }),
    route({
      method: 'POST',
      path: '/api/store/quote',
      access: 'anyone',
      limit: { name: 'quote', max: 240, perSeconds: 60, by: 'address' },
      summary: 'Price a cart at current prices',
      body: quoteRequest,
      answer: quoteAnswer,
      async handle({ body }) {
        const catalogue = await live.now();
        return quote(body.items, (id) => catalogue.sold(id));
      },
    }),
    route({
      method: 'GET',
      path: '/store/images/:name',
      access: 'anyone',
      summary: 'Get a product image',
      params: z.object({ name: z.string().check(z.regex(/^[0-9a-f]{24}\.(svg|png|jpe?g|webp)$/)) }),
      answer: 'raw',
      handle: ({ params, request }) => sendPicture(files, params.name, request),
    }),
  ];
}

/** Undefined while another state of the catalogue is being fetched: then it is worth waiting for. */
function atHand(live: LiveCatalogue): Catalogue | undefined {
  const now = live.now();
  return now instanceof Promise ? undefined : now;
}
