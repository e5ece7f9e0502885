import * as z from 'zod/mini';
import type { Problem } from '#base/problem.ts';
import type { Asked, DeskPage } from '#platform/server/desk.ts';
import { isDatabaseAway } from '#platform/server/database/unavailable.ts';
import { readForm } from '#platform/server/http/body.ts';
import { type OperatorOnDuty, type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { mayUse, Touch } from '../rules/operators.ts';
import { drawDoor, drawJoin } from './draw-door.ts';
import { checkRoutes } from './check-routes.ts';
import type { Door } from './door.ts';
import { doorRoutes } from './door-routes.ts';
import type { DeskRecord, From } from './record.ts';
import { type DeskFiles, fileRoutes } from './file-routes.ts';
import { again, guarded, isLookedAt, typedIn, withoutSecrets } from './gate.ts';
import type { Reader, Shown } from './shown.ts';
import { uploadRoutes } from './upload-routes.ts';
import type { Uploads } from './uploads.ts';
import type { Tickets } from './tickets.ts';
import { sheetOfToday } from './today.ts';

interface Parts {
  platform: Platform;
  base: string;
  door: Door;
  shown: Shown;
  record: DeskRecord;
  tickets: Tickets;
  uploads: Uploads;
  pages: readonly DeskPage[];
  files: DeskFiles;
}

const Gone = z.object({ page: z.string(), id: z.string(), act: z.string() });
const Id = z.object({ id: z.string().check(z.maxLength(400)) });

/** A form with a long text, every letter of it in percent signs. */
const mostForm = 512 * 1024;
/** Of somebody whose session is over: kept for them, and read although nobody knows whose it is. */
const mostWaiting = 128 * 1024;

/** Every page and act of the desk as a route of its own, so that each says which right it takes. */
export function deskRoutes(parts: Parts): Route[] {
  const { platform, base, door, shown, record, uploads, pages } = parts;
  const nobody: Reader = { pages: [] };

  const readerOf = (request: Request, operator: OperatorOnDuty, from?: From): Reader => ({
    operator: { id: operator.id, name: operator.name },
    pages: pages.filter(({ right }) => mayUse(operator.rights, right)),
    beginTouch: (token) => door.beginTouch(request, operator.id, token),
    async isTouched(token, touch) {
      const answer = Touch.safeParse(parsed(touch));
      return answer.success && door.touched(request, operator.id, token, answer.data);
    },
    history: (path, id) => record.of(path, id),
    given: (ids) => uploads.given(operator.id, ids),
    done: (ids) => uploads.drop(operator.id, ids),
    recorded: (act, subject, deed) => record.through({ by: operator, act, subject, from }, deed),
  });

  /** An error as a page: the closed door with what was about to be sent, or words. */
  async function drawProblem(problem: Problem, request: Request, isAct = false): Promise<Response> {
    if (problem.code === 'unauthenticated') {
      // A link from a mail or another site comes without the cookie, which is the desk's alone: once more from here.
      if (request.method === 'GET' && request.headers.get('sec-fetch-site') === 'cross-site')
        return shown.page(again(request.url), 200);
      const form = isAct ? await readForm(request, mostWaiting).catch(() => null) : null;
      const waiting = form ? { path: new URL(request.url).pathname, form: withoutSecrets(form) } : undefined;
      return shown.page(drawDoor(shown.frame(nobody), { words: problem.message, waiting }), 401);
    }
    // Whoever sits here keeps the menu and the lock, in front of a page that isn’t theirs as well.
    const isHere = isLookedAt(request) && door.hindrance() === null;
    const operator = isHere ? await door.resolve(request, 'any').catch(() => null) : null;
    const isFull = problem.code === 'unavailable' && (await uploads.isFull());
    const words = isFull ? fullDisk : problem.message;
    if (!operator) return shown.words(nobody, 'Couldn’t show this page', words, problem.status);
    const reader = readerOf(request, operator);
    if (!isAct || problem.code !== 'forbidden')
      return shown.words(reader, 'Couldn’t show this page', words, problem.status);
    return shown.kept(reader, typedIn(await readForm(request, mostForm).catch(() => ({}))), {
      title: 'Nothing was changed',
      lead: `${problem.message} What you typed is below, to copy.`,
      status: 403,
    });
  }

  const asked = (request: Request): Asked =>
    Object.fromEntries(
      [...new URL(request.url).searchParams].slice(0, 20).map(([name, value]) => [name, value.slice(0, 500)]),
    );

  /** Common to all routes of the desk. */
  const rest = {
    isPage: true,
    answer: 'raw',
    drawProblem: (problem: Problem, request: Request) => drawProblem(problem, request),
  } as const;

  const pageRoutes = pages.flatMap((page): Route[] => {
    const { path, right, title } = page;
    const actRoutes = (page.acts ?? []).flatMap((act): Route[] => {
      const isOfPage = act.isOfPage === true;
      const where = `${base}/${path}/${isOfPage ? '-' : ':id'}/${act.name}` as const;
      const common = {
        ...rest,
        path: where as `/${string}`,
        access: 'operator',
        right,
        ...(!isOfPage && { params: Id }),
      } as const;
      const idOf = ({ params }: { params: unknown }) => (isOfPage ? '' : (params as { id: string }).id);
      return [
        route({
          ...common,
          method: 'GET',
          summary: `Desk: ask before “${act.label}”`.slice(0, 80),
          handle: (call) => shown.ask(readerOf(call.request, call.operator), page, act, idOf(call)),
        }),
        route({
          ...common,
          method: 'POST',
          summary: `Desk: ${act.label}`.slice(0, 80),
          drawProblem: (problem, request) => drawProblem(problem, request, true),
          async handle(call) {
            const form = await readForm(call.request, mostForm);
            const from = { address: call.address, route: `POST ${where}`, request: call.requestId };
            const reader = readerOf(call.request, call.operator, from);
            return shown.act(reader, page, act, idOf(call), form).catch((error: unknown) => {
              const words = unwritten(error);
              if (words === null) throw error;
              return shown.kept(reader, typedIn(form), {
                title: 'This couldn’t be saved',
                lead: `${words} Check what was saved before you send it again. What you typed is below, to copy.`,
                status: 503,
              });
            });
          },
        }),
        ...(act.preview
          ? [
              route({
                ...common,
                path: `${where}/preview` as `/${string}`,
                method: 'POST',
                summary: `Desk: preview of “${act.label}”`.slice(0, 80),
                async handle(call) {
                  const form = await readForm(call.request, mostForm);
                  return shown.preview(readerOf(call.request, call.operator), act, idOf(call), form);
                },
              }),
            ]
          : []),
      ];
    });
    return [
      route({
        ...rest,
        method: 'GET',
        path: `${base}/${path}` as `/${string}`,
        access: 'operator',
        right,
        summary: `Desk: ${title}`.slice(0, 80),
        handle: ({ request, operator }) => shown.list(readerOf(request, operator), page, asked(request)),
      }),
      ...actRoutes,
      ...(page.mail
        ? [
            route({
              ...rest,
              method: 'GET',
              path: `${base}/${path}/:id/mail` as `/${string}`,
              access: 'operator',
              right,
              summary: `Desk: an email of ${title}`.slice(0, 80),
              params: Id,
              handle: ({ params }) => shown.mail(page, params.id),
            }),
          ]
        : []),
      ...(page.one
        ? [
            route({
              ...rest,
              method: 'GET',
              path: `${base}/${path}/:id` as `/${string}`,
              access: 'operator',
              right,
              summary: `Desk: one of ${title}`.slice(0, 80),
              params: Id,
              handle: ({ request, operator, params }) =>
                shown.one(readerOf(request, operator), page, params.id, asked(request)),
            }),
          ]
        : []),
    ];
  });

  const home = route({
    ...rest,
    method: 'GET',
    path: `${base}` as `/${string}`,
    access: 'operator',
    right: 'any',
    summary: 'Desk: today',
    async handle({ request, operator }) {
      const reader = readerOf(request, operator);
      return shown.list(
        reader,
        {
          path: '',
          title: 'Today',
          right: 'everything',
          list: () => sheetOfToday(reader.pages, platform.log),
        },
        asked(request),
      );
    },
  });

  /** Of a version before: what was typed isn't lost with the page that it was typed into. */
  const gone = route({
    ...rest,
    method: 'POST',
    path: `${base}/:page/:id/:act` as `/${string}`,
    access: 'operator',
    right: 'any',
    summary: 'Desk: a form that this version doesn’t have',
    params: Gone,
    async handle({ request, operator }) {
      return shown.kept(readerOf(request, operator), typedIn(await readForm(request, mostForm)), {
        title: 'This form is no longer here',
        lead: 'The hub was upgraded since you opened it. Nothing was changed. What you typed is below, to copy: look in the menu for where it belongs now.',
        status: 404,
      });
    },
  });

  return [
    home,
    { ...home, path: `${base}/` as `/${string}` },
    ...fileRoutes(parts, rest),
    route({
      ...rest,
      method: 'GET',
      path: `${base}/join` as `/${string}`,
      access: 'anyone',
      summary: 'Desk: the page of an invitation',
      handle: () => shown.page(drawJoin(shown.frame(nobody))),
    }),
    ...doorRoutes(parts),
    route({
      ...rest,
      method: 'POST',
      path: `${base}/leave` as `/${string}`,
      access: 'operator',
      right: 'any',
      security: 'desk: leave',
      summary: 'Desk: lock it',
      async handle({ request, headers }) {
        await door.leave(request, headers);
        return shown.goTo(base);
      },
    }),
    ...uploadRoutes(parts),
    ...checkRoutes(parts),
    ...pageRoutes,
    gone,
  ].map((each) => guarded(each, { door, base }));
}

const fullDisk =
  'The disk of this machine is full, so nothing can be saved. Free some room first: Health, Disk says what takes it.';

/** Why nothing could be written, where that lies with the machine; null for any other error. */
function unwritten(error: unknown): string | null {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return fullDisk;
  return isDatabaseAway(error) ? 'The database doesn’t answer.' : null;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
