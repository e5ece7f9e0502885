import { html } from 'hono/html';
import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Shown } from '../shown.ts';
import { drawWords } from '../draw.ts';
import type { Addresses } from './addresses.ts';
import { summaryLinks, summaryPath } from './send.ts';

const Token = z.object({ t: z._default(z.string().check(z.maxLength(200)), '') });

/**
 * The way out of the summary, for whoever has the mail: without the desk's own session, and from any network, because mail
 * is read anywhere. It shows nothing of the desk. Looking changes nothing, as mail scanners open every link.
 */
export function summaryRoutes(
  { secret }: Pick<Platform, 'secret'>,
  { base, shown, addresses }: { base: string; shown: Shown; addresses: Addresses },
): Route[] {
  const links = summaryLinks(secret);
  const frame = () => shown.frame({ pages: [] });
  const path = summaryPath(base) as `/${string}`;
  const limit = { name: 'desk-summary', max: 60, perSeconds: 900, by: 'address' } as const;
  const operatorOf = (token: string): string => {
    const operator = links.read(token);
    if (operator === null) throw new Problem('not_found', 'This link is incomplete. Open it from the email.');
    return operator;
  };
  const rest = {
    isPage: true,
    access: 'anyone',
    path,
    query: Token,
    answer: 'raw',
    limit,
    async drawProblem(problem: Problem) {
      return shown.page(drawWords(frame(), 'Couldn’t unsubscribe', problem.message), problem.status);
    },
  } as const;
  return [
    route({
      ...rest,
      method: 'GET',
      summary: 'Desk: ask before the summary by mail ends',
      handle({ query }) {
        operatorOf(query.t);
        return shown.page(
          drawWords(
            frame(),
            'Stop the summary?',
            'You no longer get the summary by mail. At the desk you can choose it again.',
            html`<form method="post" action="${path}?t=${encodeURIComponent(query.t)}">
              <button class="ui-button" data-variant="primary">Unsubscribe</button>
            </form>`,
          ),
        );
      },
    }),
    route({
      ...rest,
      method: 'POST',
      summary: 'Desk: end the summary by mail',
      security: 'desk: summary stopped',
      crossOrigin: true,
      async handle({ query, concerns }) {
        const operator = operatorOf(query.t);
        concerns({ account: operator, how: 'link' });
        await addresses.stop(operator);
        return shown.page(
          drawWords(
            frame(),
            'Unsubscribed',
            'You no longer get the summary. At the desk you can choose it again.',
          ),
        );
      },
    }),
  ];
}
