import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import type { Asked, DeskAct, DeskPage } from '#platform/server/desk.ts';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import { type OperatorCall, type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Door } from '../door.ts';
import type { DeskRecord } from '../record.ts';
import { told, wholeForm } from './form.ts';
import type { ApiKeys } from './keys.ts';
import { described } from './openapi.ts';

/** Apart from the desk's own path, so that its cookie is never sent here. */
export const apiPath = '/api/desk';

interface Parts {
  platform: Pick<Platform, 'db' | 'clock' | 'site'>;
  pages: readonly DeskPage[];
  record: DeskRecord;
  keys: ApiKeys;
  door: Pick<Door, 'isOpenTo' | 'hindrance'>;
}

const Id = z.object({ id: z.string().check(z.maxLength(400)) });
const Form = z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(50_000)));

const reading = { name: 'desk-api-read', max: 600, perSeconds: 60, by: 'handler' } as const;
const acting = { name: 'desk-api-act', max: 120, perSeconds: 60, by: 'handler' } as const;

export const graveWords =
  'This takes your passkey: do it at the desk. A key can’t do what can’t be taken back or lets data out.';

const json = (status: number, answer: unknown) =>
  Response.json(answer, { status, headers: { 'cache-control': 'no-store' } });

/** Pages and acts of the desk for programs: the same data, words and record as at the desk itself. */
export function apiRoutes({ platform, pages, record, keys, door }: Parts): Route[] {
  const { db, clock, site } = platform;
  const count = createRateLimiter(db, clock);
  // What an operator sets for themselves stays with them.
  const open = pages.filter(({ right }) => right !== 'any');

  /** Where there is no desk for somebody, there is no API of it. Never with a cookie, and for no page of another site. */
  const common = {
    isPage: true,
    answer: 'raw',
    access: 'operator',
    byDeskKey: true,
    gate({ address }: { address: string }) {
      if (!door.isOpenTo(address)) return 'nowhere' as const;
      const hindrance = door.hindrance();
      if (hindrance !== null) throw new Problem('forbidden', hindrance);
      return undefined;
    },
  } as const;

  const asked = (request: Request): Asked =>
    Object.fromEntries(
      [...new URL(request.url).searchParams].slice(0, 20).map(([name, value]) => [name, value.slice(0, 500)]),
    );

  const read = (
    path: string,
    right: DeskPage['right'],
    summary: string,
    hasId: boolean,
    work: (
      id: string,
      asked: Asked,
      operator: OperatorCall<unknown, unknown, Asked>['operator'],
    ) => Promise<unknown>,
  ) =>
    route({
      ...common,
      method: 'GET',
      path: `${apiPath}${path}`,
      right,
      summary: summary.slice(0, 80),
      ...(hasId && { params: Id }),
      async handle(call) {
        await count(reading, call.operator.session);
        const { id = '' } = (call.params ?? {}) as { id?: string };
        return json(200, await work(id, asked(call.request), call.operator));
      },
    });

  async function perform(
    call: OperatorCall<unknown, unknown, Asked>,
    page: DeskPage,
    act: DeskAct,
    id: string,
  ) {
    const { operator, request, address, requestId } = call;
    await count(acting, operator.session);
    if (act.isGrave) throw new Problem('forbidden', graveWords);
    const by = { id: operator.id, name: operator.name };
    const name = `${page.path} ${act.name}`;
    const from = { address, route: `POST ${apiPath}/${page.path}`, request: requestId };
    const work = async () => {
      // As at the desk: what can't be asked for isn't done either.
      const { fields } = await act.ask(id, by, call.body);
      const form = wholeForm(fields, call.body);
      const given = { files: async () => [] };
      const deed = () => act.act(id, form, by, given);
      return record.through({ by, act: name, subject: id, from }, deed);
    };
    const idem = request.headers.get('idempotency-key') ?? '';
    if (idem === '' || idem.length > 200)
      throw new Problem(
        'bad_request',
        'Send an Idempotency-Key of up to 200 characters, another for each act.',
      );
    const print = JSON.stringify([name, id, call.body]);
    const { status, answer } = await keys.once(operator.session, { idem, print }, async () => {
      try {
        const { words, goOn, secret, file } = await work();
        // A file isn’t for an answer that is kept to be given again.
        await file?.bytes.cancel();
        return {
          status: 200,
          answer: {
            words,
            ...(goOn !== undefined && { goOn }),
            ...(secret && { secret }),
            ...(file && { note: 'Its file is made at the desk only.' }),
          },
          // Shown once, and kept nowhere.
          ...(secret && { kept: { words, note: 'Its secret was in the first answer only.' } }),
        };
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return {
          status: error.status,
          answer: { error: { code: error.code, message: error.message, ...error.details } },
        };
      }
    });
    return json(status, answer);
  }

  const ofPage = (page: DeskPage): Route[] => [
    read(`/${page.path}`, page.right, `Desk API: ${page.title}`, false, (_id, query) => page.list(query)),
    ...(page.acts ?? []).flatMap((act) => [
      read(
        `/${page.path}/${act.isOfPage ? '-' : ':id'}/${act.name}`,
        page.right,
        `Desk API: the form of “${act.label}”`,
        !act.isOfPage,
        async (id, query, operator) => {
          if (act.isGrave) throw new Problem('forbidden', graveWords);
          const { title, words, fields } = await act.ask(id, { id: operator.id, name: operator.name }, query);
          return { title: title ?? act.label, words, fields: told(fields) };
        },
      ),
      route({
        ...common,
        method: 'POST',
        path: `${apiPath}/${page.path}/${act.isOfPage ? '-' : ':id'}/${act.name}` as `/${string}`,
        right: page.right,
        summary: `Desk API: ${act.label}`.slice(0, 80),
        ...(!act.isOfPage && { params: Id }),
        body: Form,
        maxBody: 512 * 1024,
        handle: (call) =>
          perform(
            call as never,
            page,
            act,
            act.isOfPage ? '' : (call.params as unknown as { id: string }).id,
          ),
      }),
    ]),
    ...(page.one
      ? [
          read(`/${page.path}/:id`, page.right, `Desk API: one of ${page.title}`, true, async (id) =>
            page.one?.(id),
          ),
        ]
      : []),
  ];

  return [
    route({
      ...common,
      method: 'GET',
      path: apiPath,
      right: 'any',
      summary: 'Desk API: what a key can do',
      async handle({ operator }) {
        await count(reading, operator.session);
        return json(200, await described(open, operator.rights, { title: site.words().name, path: apiPath }));
      },
    }),
    ...open.flatMap(ofPage),
  ];
}
