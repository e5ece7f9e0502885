import { isListed } from './listed.ts';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import type { PageInput, RenderedPage, WebBundle } from '#base/render.ts';
import { headScript } from '#ui/head-script.ts';
import { Router } from '#platform/web/router.tsx';
import { App } from './app.tsx';
import { RouterBoundary } from './boundaries.tsx';
import { headTags } from './head.ts';
import { matchAddress, matchForServer, pageInfo } from './match.ts';
import { createPageData } from './page-data.ts';
import { notFound, routes } from './routes.tsx';

async function render(input: PageInput): Promise<RenderedPage> {
  const { pathname, search } = new URL(`http://hub${input.url}`);
  const matched = matchAddress(pathname, search);
  const missing = input.status === 404 || matched.route === notFound;
  const route = missing ? notFound : matched.route;
  const module = await route.page.preload();
  await Promise.all((module.parts ?? []).map((part) => part.preload()));
  const dataPath = missing ? null : matched.dataPath;

  const html = renderToString(
    <StrictMode>
      <RouterBoundary>
        <Router address={input.url}>
          <App
            hub={{ site: input.site, runtime: input.runtime }}
            data={createPageData({ dataPath, data: input.data, status: 200 })}
            missing={missing}
          />
        </Router>
      </RouterBoundary>
    </StrictMode>,
  );
  const kept = matched.search.toString();
  return {
    status: missing ? 404 : input.status,
    head: headTags({
      head: module.head?.(input.data as never, matched.params),
      site: input.site,
      canonical: `${input.origin}${pathname}${kept ? `?${kept}` : ''}`,
      origin: input.origin,
      listed: !missing && isListed(route),
    }),
    html,
    module: route.module,
  };
}

export const bundle: WebBundle = {
  pages: routes.map(pageInfo),
  headScript,
  match: matchForServer,
  render,
};
