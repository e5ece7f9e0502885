import * as z from 'zod/mini';
import { problemCodes } from '#base/problem.ts';
import type { Route } from './route.ts';

/** The whole API as one OpenAPI 3.1 document, from the same declarations that the server validates against. */
export function openApi(routes: Route[], title: string, origin: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  const schemas: Schemas = {};
  for (const route of routes) {
    if (route.access === 'loopback' || route.isPage) continue;
    const path = route.path.replace(/:(\w+)\{[^{}]*\}/g, ':$1').replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(route, schemas);
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: origin }],
    paths,
    components: {
      ...(Object.keys(schemas).length > 0 && { schemas }),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'hub_session' },
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'key_...',
          description: 'An API key with limited scopes, created on the dashboard.',
        },
      },
      responses: {
        Problem: {
          description: 'An error: a code to handle, a message to show, and a request ID to quote to support.',
          content: { 'application/json': { schema: problemSchema } },
        },
      },
    },
  };
}

const problemSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: { enum: Object.keys(problemCodes) },
        message: { type: 'string' },
        requestId: { type: 'string' },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
        retryAfterSeconds: { type: 'integer' },
      },
    },
  },
};

/** The name that code generators use, such as get-orders-by-id. */
const operationId = ({ method, path }: Route): string =>
  [
    method.toLowerCase(),
    ...path
      .replace(/^\/api\//, '')
      .replace(/\{[^{}]*\}/g, '')
      .split(/[^\w:]+/),
  ]
    .filter(Boolean)
    .map((part) => part.replace(/^:/, 'by-'))
    .join('-');

/** What refers to itself stands apart under the name that its schema is registered by. */
type Schemas = Record<string, unknown>;

function operation(route: Route, schemas: Schemas) {
  const parameters = [
    ...Object.entries(properties(route.params)).map(([name, schema]) => ({
      name,
      in: 'path',
      required: true,
      schema,
    })),
    ...Object.entries(properties(route.query)).map(([name, schema]) => ({ name, in: 'query', schema })),
  ];
  return {
    operationId: operationId(route),
    summary: route.summary,
    ...(route.description && { description: route.description }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: shared(route.body, 'input', schemas) } },
      },
    }),
    responses: {
      200: {
        description: 'Success',
        ...(route.answer &&
          route.answer !== 'raw' && {
            content: { 'application/json': { schema: shared(route.answer, 'output', schemas) } },
          }),
      },
      default: { $ref: '#/components/responses/Problem' },
    },
    // Present on every operation; empty means that no sign-in is needed.
    security:
      route.access === 'member' ? [{ session: [] }, ...(route.apiKey ? [{ key: [route.apiKey] }] : [])] : [],
  };
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Record<
    string,
    unknown
  >;
}

function shared(schema: z.ZodMiniType, io: 'input' | 'output', schemas: Schemas): unknown {
  const { $defs, ...whole } = jsonSchema(schema, io);
  if (!$defs) return whole;
  // What may be left out going in is there coming out: two schemas.
  const suffix = io === 'input' ? 'Input' : '';
  const placed = (part: unknown): unknown =>
    JSON.parse(
      JSON.stringify(part).replaceAll(/"#\/\$defs\/(\w+)"/g, (_, name: string) =>
        JSON.stringify(`#/components/schemas/${name}${suffix}`),
      ),
    );
  for (const [name, part] of Object.entries($defs)) schemas[`${name}${suffix}`] = placed(part);
  return placed(whole);
}

function properties(schema: z.ZodMiniType | undefined): Record<string, unknown> {
  return schema ? ((jsonSchema(schema, 'input')['properties'] as Record<string, unknown>) ?? {}) : {};
}
