import { Problem } from '#base/problem.ts';
import type { DeskCell, DeskPage } from '#platform/server/desk.ts';
import { deleteAccount, resetSecondStep, suspend, unsuspend } from './by-hand.ts';
import type { AccountsContext } from './context.ts';

const atOnce = 100;
const minute = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');

/** Accounts: found by name or address, kept out and let in again, and deleted when their owner asks for it. */
export function membersPage(context: AccountsContext): DeskPage {
  const { db } = context;

  async function read(uid: string) {
    const user = await db.selectFrom('account_user').selectAll().where('id', '=', uid).executeTakeFirst();
    if (!user) throw new Problem('not_found', 'There is no such account.');
    return { ...user, uid };
  }

  const state = ({
    suspended_at,
    email_verified,
  }: {
    suspended_at: Date | null;
    email_verified: boolean;
  }): DeskCell =>
    suspended_at
      ? { text: 'suspended', tone: 'danger' }
      : email_verified
        ? ''
        : { text: 'email not confirmed', tone: 'muted' };

  return {
    path: 'members',
    title: 'Members',
    right: 'people',
    async glance() {
      const { total } = await db
        .selectFrom('account_user')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return [{ label: 'Members', value: String(total) }];
    },
    async list({ find = '', before = '' }) {
      const word = find.trim().toLowerCase();
      const [at = '', id = ''] = before.split(',');
      const rows = await db
        .selectFrom('account_user')
        .select(['id', 'email', 'name', 'created_at', 'email_verified', 'suspended_at'])
        .$if(word !== '', (query) => {
          const like = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
          return query.where((or) => or.or([or('email', 'like', like), or('name', 'ilike', like)]));
        })
        .$if(!Number.isNaN(Date.parse(at)), (query) =>
          query.where((or) =>
            or.or([
              or('created_at', '<', new Date(at)),
              or.and([or('created_at', '=', new Date(at)), or('id', '<', id)]),
            ]),
          ),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(atOnce + 1)
        .execute();
      const shown = rows.slice(0, atOnce);
      const last = rows.length > atOnce ? shown.at(-1) : undefined;
      return {
        title: 'Members',
        blocks: [
          { is: 'search', fields: [{ name: 'find', label: 'Name or email', kind: 'search', value: find }] },
          {
            is: 'table',
            title: word === '' ? 'Newest first' : 'Results',
            columns: [{ head: 'Email' }, { head: 'Name' }, { head: 'Since' }, { head: 'State' }],
            rows: shown.map((user) => [
              { text: user.email, href: `/members/${user.id}` },
              user.name,
              user.created_at.toISOString().slice(0, 10),
              state(user),
            ]),
            empty: word === '' ? 'No members yet.' : 'No matching members.',
          },
          ...(last
            ? [
                {
                  is: 'link' as const,
                  text: 'Older',
                  href: `?${new URLSearchParams({ find, before: `${last.created_at.toISOString()},${last.id}` }).toString()}`,
                },
              ]
            : []),
        ],
      };
    },
    async one(uid) {
      const user = await read(uid);
      const logins = await db
        .selectFrom('account_login')
        .select('provider_id')
        .where('user_id', '=', uid)
        .execute();
      const sessions = await db
        .selectFrom('account_session')
        .select('id')
        .where('user_id', '=', uid)
        .where('expires_at', '>', context.now())
        .execute();
      const passkeys = await context.passkeys.list(uid);
      const ways = logins.map(({ provider_id }) => (provider_id === 'credential' ? 'password' : provider_id));
      return {
        title: user.email,
        blocks: [
          {
            is: 'facts',
            facts: [
              ['Name', user.name],
              ['ID', { text: user.id, mono: true }],
              ['Since', `${minute(user.created_at)} UTC`],
              ['Email', user.email_verified ? 'confirmed' : { text: 'not confirmed', tone: 'warn' }],
              ['Signs in by', ways.join(', ') || 'code by email'],
              ['Passkeys', String(passkeys.length)],
              ['Open sessions', String(sessions.length)],
              ...(user.suspended_at
                ? [
                    ['Suspended', { text: `${minute(user.suspended_at)} UTC`, tone: 'danger' }] as [
                      string,
                      DeskCell,
                    ],
                  ]
                : []),
            ],
          },
          {
            is: 'link',
            text: 'Orders of this address',
            href: `/orders?find=${encodeURIComponent(user.email)}`,
          },
          {
            is: 'link',
            text: 'Everything about this person',
            href: `/people/${encodeURIComponent(user.email)}`,
          },
          {
            is: 'acts',
            id: uid,
            only: [user.suspended_at ? 'unsuspend' : 'suspend', 'second-step', 'delete'],
          },
        ],
      };
    },
    acts: [
      {
        name: 'suspend',
        label: 'Suspend',
        ask: async (uid) => ({
          words: `${(await read(uid)).email} is signed out everywhere and can’t sign in. Nothing is deleted.`,
          fields: [],
        }),
        async act(uid) {
          const user = await read(uid);
          await suspend(context, user);
          return { words: `${user.email} is suspended.`, after: { suspended: true } };
        },
      },
      {
        name: 'unsuspend',
        label: 'Let in again',
        ask: async (uid) => ({ words: `${(await read(uid)).email} can sign in again.`, fields: [] }),
        async act(uid) {
          const user = await read(uid);
          await unsuspend(context, user);
          return { words: `${user.email} can sign in again.`, after: { suspended: false } };
        },
      },
      {
        name: 'second-step',
        label: 'Turn off their two-factor sign-in',
        isGrave: true,
        ask: async (uid) => ({
          words: `For somebody who lost device and backup codes. Make sure first that whoever asks is ${(await read(uid)).email}; they are told by email.`,
          fields: [],
        }),
        async act(uid) {
          const user = await read(uid);
          const wasOn = await resetSecondStep(context, user);
          return {
            words: wasOn
              ? `${user.email} now signs in with the password alone, and was told by email.`
              : `${user.email} doesn’t use two-factor sign-in.`,
            before: { secondStep: wasOn },
            after: { secondStep: false },
          };
        },
      },
      {
        name: 'delete',
        label: 'Delete the account',
        isGrave: true,
        ask: async (uid) => ({
          words: `The account of ${(await read(uid)).email} is deleted with everything in it. This can’t be undone. Orders and invoices stay, as the law requires.`,
          fields: [],
        }),
        async act(uid) {
          const user = await read(uid);
          await deleteAccount(context, user);
          return { words: 'The account is deleted.', goOn: 'members', after: { deleted: true } };
        },
      },
    ],
  };
}
