import * as z from 'zod/mini';
import { comparedRequest, type FileKind, fileKind } from '#features/documents/rules/contract.ts';
import { fileName } from '#features/documents/rules/formats/file-name.ts';
import { type Call, type Route, route } from '#platform/server/http/route.ts';
import type { Work } from './pdf/work.ts';

type FileFor = (
  call: Pick<Call<unknown, unknown, unknown>, 'viewer' | 'address'>,
  kind: FileKind,
  slug: string,
  work: Work,
) => Promise<Response>;

/** What changed between two texts, as a file. */
export const comparedRoute = (fileFor: FileFor): Route =>
  route({
    method: 'POST',
    path: '/api/compared/:kind',
    access: 'member',
    summary: 'Create a PDF or Word file of what changed between two texts',
    description: 'The Word file has tracked changes: accepted they are the newer text, rejected the older.',
    params: z.object({ kind: fileKind }),
    body: comparedRequest,
    answer: 'raw',
    maxBody: 4_500_000,
    limit: { name: 'document-pdf', max: 30, perSeconds: 60, by: 'address' },
    handle(call) {
      const { title, paper } = call.body;
      const work: Work = { from: 'compared', request: call.body, options: { paper: paper ?? 'a4' } };
      return fileFor(call, call.params.kind, `${fileName(title)}-changes`, work);
    },
  });
