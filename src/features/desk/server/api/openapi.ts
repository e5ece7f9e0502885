import type { DeskPage } from '#platform/server/desk.ts';
import { mayUse, type Right } from '../../rules/operators.ts';

type Json = Record<string, unknown>;

const idOf = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const onceOnly = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'Another for each act. The same one again is answered with what was done then.',
  schema: { type: 'string', maxLength: 200 },
};
const answers = (description: string): Json => ({
  '200': { description, content: { 'application/json': { schema: { type: 'object' } } } },
  default: {
    description: 'Why not, in words',
    content: { 'application/json': { schema: { type: 'object' } } },
  },
});

/** The fields of an act of the page; those of one thing differ with it, and its form tells them. */
async function bodyOf(act: NonNullable<DeskPage['acts']>[number]): Promise<Json> {
  const fields = act.isOfPage ? ((await act.ask('').catch(() => null))?.fields ?? []) : [];
  const named = fields.filter(({ name, kind }) => name !== '' && kind !== 'files');
  return {
    type: 'object',
    description: 'Fields of its form; those left out stay as they are, and an unknown one is refused.',
    additionalProperties: { type: 'string' },
    ...(named.length > 0 && {
      properties: Object.fromEntries(
        named.map(({ name, label, hint, options }) => [
          name,
          {
            type: 'string',
            description: [label, hint].filter(Boolean).join('. '),
            ...(options && options.length <= 100 && { enum: options.map(({ value }) => value) }),
          },
        ]),
      ),
    }),
  };
}

/** What a key with these rights can call, from the same pages and acts as the desk. */
export async function described(
  pages: readonly DeskPage[],
  rights: readonly Right[],
  { title, path }: { title: string; path: string },
): Promise<Json> {
  const paths: Record<string, Json> = {};
  for (const page of pages.filter(({ right }) => mayUse(rights, right))) {
    const tags = [page.title];
    paths[`${path}/${page.path}`] = { get: { tags, summary: page.title, responses: answers('The page') } };
    if (page.one)
      paths[`${path}/${page.path}/{id}`] = {
        get: { tags, summary: `One of ${page.title}`, parameters: [idOf], responses: answers('One of it') },
      };
    // What can't be taken back has no door here.
    for (const act of (page.acts ?? []).filter(({ isGrave }) => isGrave !== true))
      paths[`${path}/${page.path}/${act.isOfPage ? '-' : '{id}'}/${act.name}`] = {
        get: {
          tags,
          summary: `The form of “${act.label}”`,
          parameters: act.isOfPage ? [] : [idOf],
          responses: answers('Its fields by name, and what stands in them'),
        },
        post: {
          tags,
          summary: act.label,
          parameters: [...(act.isOfPage ? [] : [idOf]), onceOnly],
          requestBody: { content: { 'application/json': { schema: await bodyOf(act) } } },
          responses: answers('What was done, in words'),
        },
      };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${title} Desk`, version: '1' },
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    security: [{ key: [] }],
    paths,
  };
}
