import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { readBody } from '#platform/server/http/body.ts';
import { type OperatorOnDuty, type Route, route } from '#platform/server/http/route.ts';
import { BeginUploadBody, UploadState } from '../rules/upload-contract.ts';
import { formHeader, pieceBytes } from '../rules/uploads.ts';
import { takesFiles, type Tickets } from './tickets.ts';
import type { Uploads } from './uploads.ts';

const One = z.object({ id: z.string().check(z.maxLength(60)) });
const From = z.object({ from: z.string().check(z.regex(/^\d{1,10}$/)) });

/** Files for a form of the desk, a piece at a time, called by the desk's own script. */
export function uploadRoutes({
  base,
  tickets,
  uploads,
}: {
  base: string;
  tickets: Pick<Tickets, 'keep' | 'look'>;
  uploads: Uploads;
}): Route[] {
  // The cookie alone would let a script on any page of this site write here; a form's token it can't know.
  async function assertForm(
    request: Request,
    { id }: OperatorOnDuty,
    how: 'keep' | 'look' = 'keep',
  ): Promise<void> {
    const about = await tickets[how](request.headers.get(formHeader) ?? '');
    if (!about?.startsWith(`form ${id} `) || !about.endsWith(takesFiles))
      throw new Problem(
        'conflict',
        'This page is out of date. Reload it and choose the file again: it goes on.',
      );
  }
  // Which form they are for, its token says, and that was given only to whom the form belongs.
  const common = { isPage: true, access: 'operator', right: 'any' } as const;
  const one = { ...common, path: `${base}/api/uploads/:id` as `/${string}`, params: One } as const;
  return [
    route({
      ...common,
      method: 'POST',
      path: `${base}/api/uploads` as `/${string}`,
      summary: 'Desk: begin or go on with the upload of a file',
      body: BeginUploadBody,
      answer: UploadState,
      async handle({ body, request, operator }) {
        await assertForm(request, operator);
        return uploads.begin(operator.id, body);
      },
    }),
    route({
      ...one,
      method: 'PUT',
      summary: 'Desk: the next piece of a file',
      query: From,
      answer: UploadState,
      async handle({ params, query, request, operator }) {
        await assertForm(request, operator);
        const piece = await readBody(request, pieceBytes);
        return uploads.add(operator.id, params.id, Number(query.from), piece);
      },
    }),
    route({
      ...one,
      method: 'DELETE',
      summary: 'Desk: forget a file that was uploaded',
      answer: z.object({ ok: z.literal(true) }),
      async handle({ params, request, operator }) {
        await assertForm(request, operator, 'look');
        await uploads.drop(operator.id, [params.id]);
        return { ok: true as const };
      },
    }),
  ];
}
