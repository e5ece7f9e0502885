import { days, minutes } from '#base/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Remembered, ResolveViewer, Viewer } from '#platform/server/http/viewer.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Cookies, createCookies } from './cookies.ts';
import type { AccountTables } from './tables.ts';

type Db = Kysely<AccountTables>;

export const cookiesOf = ({ config, secret }: Pick<Platform, 'config' | 'secret'>): Cookies =>
  createCookies(secret, config.publicUrl?.protocol === 'https:');

const guest: Viewer = { kind: 'guest' };

/** Who is asking: one prepared query, and none for whoever brings no session that we signed. */
export function createViewerResolver(
  platform: Pick<Platform, 'config' | 'secret' | 'db' | 'clock'>,
): ResolveViewer {
  const cookies = cookiesOf(platform);
  const query = {
    name: 'account-viewer',
    text: `select s.id as "sessionId", u.id as uid, u.email
           from account_session s join account_user u on u.id = s.user_id
           where s.token = $1 and s.expires_at > $2 and u.suspended_at is null`,
  };
  const members = new Map<string, Remembered['viewer']>();

  async function resolve(request: Request): Promise<Viewer> {
    const token = cookies.sessionToken(request);
    if (token === null) return guest;
    const { rows } = await platform.db.pool.query<{ sessionId: string; uid: string; email: string }>({
      ...query,
      values: [token, platform.clock.now()],
    });
    members.delete(token);
    if (!rows[0]) return guest;
    if (members.size >= mostRemembered) members.clear();
    const viewer = { kind: 'member', ...rows[0] } as const;
    members.set(token, viewer);
    return viewer;
  }

  return Object.assign(resolve, {
    remembered(request: Request): Remembered | undefined {
      const viewer = members.get(cookies.sessionToken(request) ?? '');
      return viewer && { viewer, lives: lives(viewer.sessionId, platform.clock.now()) };
    },
  });
}

const mostRemembered = 10_000;

const lives = (sessionId: string, now: Date): RawBuilder<boolean> => sql`exists (
  select from account_session s join account_user u on u.id = s.user_id
  where s.id = ${sessionId} and s.expires_at > ${now} and u.suspended_at is null)`;

export type SessionDays = Config['sessionDays'];

/** A session ends when it was not used for a while, and on its last day however much it is used. */
export const lastMoment = (createdAt: Date, { most }: SessionDays): Date =>
  new Date(createdAt.getTime() + days(most));

/** Its row is touched once a day. Says how many seconds the cookie is good for when that is due as well. */
export async function renewSession(
  db: Db,
  sessionId: string,
  now: Date,
  { idle, most }: SessionDays,
): Promise<number | null> {
  const renewed = await db
    .updateTable('account_session')
    .set({
      expires_at: sql`least(${new Date(now.getTime() + days(idle))}, created_at + make_interval(days => ${most}))`,
      updated_at: now,
    })
    .where('id', '=', sessionId)
    .where('updated_at', '<', new Date(now.getTime() - days(1)))
    .returning('expires_at')
    .executeTakeFirst();
  return renewed ? Math.max(0, Math.floor((renewed.expires_at.getTime() - now.getTime()) / 1000)) : null;
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('account_session').where('token', '=', token).execute();
}

export async function endSessions(
  db: Db,
  uid: string,
  which: { only?: string; except?: string } = {},
): Promise<number> {
  const ended = await db
    .deleteFrom('account_session')
    .where('user_id', '=', uid)
    .$if(which.only !== undefined, (query) => query.where('id', '=', which.only ?? ''))
    .$if(which.except !== undefined, (query) => query.where('id', '<>', which.except ?? ''))
    .returning('id')
    .execute();
  return ended.length;
}

const freshMinutes = 10;

/** Signed in, or confirmed with the password, within the last few minutes. */
export async function isFresh(db: Db, sessionId: string, now: Date): Promise<boolean> {
  const fresh = await db
    .selectFrom('account_session')
    .select('id')
    .where('id', '=', sessionId)
    .where(sql`greatest(created_at, confirmed_at)`, '>', new Date(now.getTime() - minutes(freshMinutes)))
    .executeTakeFirst();
  return fresh !== undefined;
}

export async function confirmSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('account_session').set({ confirmed_at: now }).where('id', '=', sessionId).execute();
}
