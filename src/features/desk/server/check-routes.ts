import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import type { DeskPage } from '#platform/server/desk.ts';
import { readForm } from '#platform/server/http/body.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import { formHeader } from '../rules/uploads.ts';
import type { Shown } from './shown.ts';
import type { Tickets } from './tickets.ts';

interface Parts {
  base: string;
  pages: readonly DeskPage[];
  shown: Pick<Shown, 'check'>;
  tickets: Pick<Tickets, 'look'>;
}

const Id = z.object({ id: z.string().check(z.maxLength(400)) });
const mostForm = 512 * 1024;

/** What is wrong with a text while it is written, for the desk's own script: whatever has a preview can be read. */
export function checkRoutes({ base, pages, shown, tickets }: Parts): Route[] {
  return pages.flatMap(({ path, right, acts = [] }) =>
    acts
      .filter(({ preview, isChecked }) => preview && isChecked)
      .map((act) =>
        route({
          isPage: true,
          access: 'operator',
          right,
          method: 'POST',
          path: `${base}/api/checks/${path}/${act.isOfPage ? '-' : ':id'}/${act.name}` as `/${string}`,
          summary: `Desk: check before “${act.label}”`.slice(0, 80),
          ...(!act.isOfPage && { params: Id }),
          // At every pause of whoever writes, and each reads all laws and bundles.
          limit: { name: 'desk-check', max: 900, perSeconds: 900, by: 'address' },
          answer: z.object({ fields: z.record(z.string(), z.string()) }),
          async handle({ request, operator, params }) {
            // A script on another page of this site has the cookie, and no form of the desk.
            const about = await tickets.look(request.headers.get(formHeader) ?? '');
            if (!about?.startsWith(`form ${operator.id} `))
              throw new Problem('conflict', 'This page is out of date. Reload it.');
            const id = act.isOfPage ? '' : (params as { id: string }).id;
            return { fields: { ...(await shown.check(act, id, await readForm(request, mostForm))) } };
          },
        }),
      ),
  );
}
