import { randomUUID } from 'node:crypto';
import { accountRoutes } from './accounts.js';
import { notFound, Problem, readJson, send } from './http.js';
import { noteRoutes } from './notes.js';
import { createRouter } from './router.js';
import { createSessions } from './sessions.js';

/** A request handler for node:http. Everything it needs comes in, so that a test can make one of its own. */
export function createApp({ db, config, log = console.error }) {
  const router = createRouter();
  const sessions = createSessions({ db, config });
  router.add('GET', '/healthz', async () => {
    await db.query('select 1');
    return { body: { ok: true } };
  });
  accountRoutes(router, { db, sessions });
  noteRoutes(router, { db });

  return async function handle(request, response) {
    try {
      const { pathname, searchParams } = new URL(request.url, 'http://app');
      const route = router.find(request.method, pathname);
      if (route === 'wrong-method') throw new Problem(405, 'wrong_method', 'Not with this method.');
      if (!route) throw notFound();
      const changes = request.method !== 'GET';
      if (changes) assertOwnOrigin(request);
      const account = await sessions.find(request);
      if (route.member && !account) throw new Problem(401, 'unauthenticated', 'Sign in to do this.');
      const body = route.body ? await readJson(request) : undefined;
      const address = request.socket.remoteAddress;
      const answer = await route.handler({ request, params: route.params, query: searchParams, body, account, address });
      send(response, answer.status ?? (answer.body === undefined ? 204 : 200), answer.body, answer.headers);
    } catch (error) {
      if (response.headersSent) return response.destroy();
      if (error instanceof Problem) {
        const { status, code, message, fields } = error;
        // What was not read of a body must not be taken for the next request.
        return send(response, status, { error: { code, message, fields } }, status === 413 ? { connection: 'close' } : {});
      }
      const id = randomUUID();
      log(id, error);
      send(response, 500, { error: { code: 'internal', message: 'Something went wrong on our side.', id } });
    }
  };
}

/** A page of another site can make a browser send our cookie; it cannot forge this header. */
function assertOwnOrigin(request) {
  const { origin, host } = request.headers;
  if (origin !== undefined && URL.parse(origin)?.host !== host) throw new Problem(403, 'forbidden', 'This comes from another site.');
}
