import { Problem } from '#base/problem.ts';
import { pageParams, portfolio, portfolioQuery, projectPage } from '#features/pages/rules/contract.ts';
import { portfolioOf } from '#features/pages/rules/portfolio.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import type { SiteStore } from '#platform/server/site/site.ts';

export const portfolioRoutes = (site: Pick<SiteStore, 'projects'>): Route[] => [
  route({
    method: 'GET',
    path: '/api/portfolio',
    access: 'anyone',
    summary: 'List the portfolio projects',
    description: 'Filter with `?tag=`.',
    query: portfolioQuery,
    answer: portfolio,
    handle: ({ query }) => portfolioOf(site.projects(), query.tag?.trim().toLowerCase() || null),
  }),
  route({
    method: 'GET',
    path: '/api/portfolio/:slug',
    access: 'anyone',
    summary: 'Get a portfolio project',
    params: pageParams,
    answer: projectPage,
    handle({ params }) {
      const all = site.projects();
      const project = all.find(({ slug }) => slug === params.slug);
      if (!project) throw new Problem('not_found');
      const others = all
        .filter(({ slug }) => slug !== project.slug)
        .map(({ slug, title }) => ({ slug, title }));
      return { project, others: others.slice(0, 4) };
    },
  }),
];
