import { notFound, Problem } from './http.js';
import { check, optional, text, whole } from './validate.js';

const columns = 'id, title, body, version, updated_at as "updatedAt"';
const isUuid = (id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

/** Everything here belongs to the member who asks: no query looks a note up by its id alone. */
export function noteRoutes(router, { db }) {
  const member = { member: true };
  const memberWithBody = { member: true, body: true };

  router.add(
    'GET',
    '/notes',
    async ({ account, query }) => {
      const limit = Math.min(100, Math.max(1, Number.parseInt(query.get('limit') ?? '20', 10) || 20));
      const { rows } = await db.query(`select ${columns} from note where account_id = $1 order by updated_at desc, id limit $2`, [account.id, limit]);
      return { body: { items: rows } };
    },
    member,
  );

  router.add(
    'POST',
    '/notes',
    async ({ account, body }) => {
      const given = check(body, { title: text(1, 200), body: optional(text(0, 50_000)) });
      const { rows } = await db.query(`insert into note (account_id, title, body) values ($1, $2, $3) returning ${columns}`, [
        account.id,
        given.title,
        given.body ?? '',
      ]);
      return { status: 201, body: rows[0], headers: { location: `/notes/${rows[0].id}` } };
    },
    memberWithBody,
  );

  router.add(
    'GET',
    '/notes/:id',
    async ({ account, params }) => {
      if (!isUuid(params.id)) throw notFound();
      const { rows } = await db.query(`select ${columns} from note where account_id = $1 and id = $2`, [account.id, params.id]);
      if (!rows[0]) throw notFound();
      return { body: rows[0] };
    },
    member,
  );

  // The version that the caller saw decides: two tabs never overwrite each other in silence.
  router.add(
    'PUT',
    '/notes/:id',
    async ({ account, params, body }) => {
      if (!isUuid(params.id)) throw notFound();
      const given = check(body, { title: text(1, 200), body: text(0, 50_000), version: whole });
      const { rows } = await db.query(
        `update note set title = $3, body = $4, version = version + 1, updated_at = now()
         where account_id = $1 and id = $2 and version = $5 returning ${columns}`,
        [account.id, params.id, given.title, given.body, given.version],
      );
      if (rows[0]) return { body: rows[0] };
      const { rowCount } = await db.query('select from note where account_id = $1 and id = $2', [account.id, params.id]);
      throw rowCount ? new Problem(409, 'conflict', 'Somebody changed this in the meantime.') : notFound();
    },
    memberWithBody,
  );

  router.add(
    'DELETE',
    '/notes/:id',
    async ({ account, params }) => {
      if (!isUuid(params.id)) throw notFound();
      const { rowCount } = await db.query('delete from note where account_id = $1 and id = $2', [account.id, params.id]);
      if (!rowCount) throw notFound();
      return {};
    },
    member,
  );
}
