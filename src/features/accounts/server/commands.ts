import { countOf } from '#base/count.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import { deleteAccount, resetSecondStep, suspend, unsuspend } from './by-hand.ts';
import type { AccountsContext } from './context.ts';
import { findByEmail } from './person.ts';
import { readProfile } from './profile.ts';

const day = (date: Date): string => date.toISOString().slice(0, 10);

/** What the operator does about accounts, at a terminal. */
export function userCommands(context: AccountsContext): HubCommand[] {
  const { db } = context;

  async function find(
    email: string | undefined,
    print: (line: string) => void,
  ): Promise<{ uid: string; email: string } | null> {
    const uid = email === undefined ? undefined : await findByEmail(context, email);
    if (uid !== undefined && email !== undefined) return { uid, email };
    print(email === undefined ? 'Specify an email address.' : `There is no account with the email ${email}.`);
    return null;
  }

  return [
    {
      name: 'user list',
      usage: 'user list [PART OF AN ADDRESS]',
      summary: 'List accounts, newest first',
      async run([part], print) {
        const users = await db
          .selectFrom('account_user')
          .select(['email', 'created_at', 'email_verified', 'suspended_at'])
          .$if(part !== undefined, (query) =>
            query.where('email', 'like', `%${(part ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`),
          )
          .orderBy('created_at', 'desc')
          .limit(500)
          .execute();
        for (const user of users) {
          const marks = [
            user.email_verified ? '' : 'unconfirmed',
            user.suspended_at ? 'suspended' : '',
          ].filter(Boolean);
          print([day(user.created_at), user.email, ...marks].join('  '));
        }
        print(countOf(users.length, 'account'));
      },
    },
    {
      name: 'user show',
      usage: 'user show EMAIL',
      summary: 'Show one account',
      async run([email], print) {
        const found = await find(email, print);
        if (!found) return;
        const user = await db
          .selectFrom('account_user')
          .selectAll()
          .where('id', '=', found.uid)
          .executeTakeFirstOrThrow();
        const logins = await db
          .selectFrom('account_login')
          .select('provider_id')
          .where('user_id', '=', found.uid)
          .execute();
        const sessions = await db
          .selectFrom('account_session')
          .select('id')
          .where('user_id', '=', found.uid)
          .where('expires_at', '>', context.now())
          .execute();
        const passkeys = await context.passkeys.list(found.uid);
        const profile = await readProfile(context, found.uid);
        print(`${user.email}${user.email_verified ? '' : ' (unconfirmed)'}`);
        print(`id         ${user.id}`);
        print(`name       ${user.name}`);
        print(`since      ${day(user.created_at)}`);
        print(
          `signs in   ${logins.map(({ provider_id }) => (provider_id === 'credential' ? 'password' : 'provider')).join(', ') || 'code by email'}`,
        );
        if (passkeys.length > 0) print(`passkeys   ${passkeys.length}`);
        print(`sessions   ${sessions.length}`);
        print(`subscribed ${profile?.isSubscribed ? 'yes' : 'no'}`);
        if (user.suspended_at) print(`suspended  ${day(user.suspended_at)}`);
      },
    },
    {
      name: 'user suspend',
      usage: 'user suspend EMAIL',
      summary: 'Sign someone out everywhere and block sign-in; nothing is deleted',
      async run([email], print) {
        const found = await find(email, print);
        if (!found) return;
        await suspend(context, found);
        print(`${found.email} is suspended.`);
      },
    },
    {
      name: 'user unsuspend',
      usage: 'user unsuspend EMAIL',
      summary: 'Let a suspended account sign in again',
      async run([email], print) {
        const found = await find(email, print);
        if (!found) return;
        await unsuspend(context, found);
        print(`${found.email} can sign in again.`);
      },
    },
    {
      name: 'user reset-second-step',
      usage: 'user reset-second-step EMAIL',
      summary:
        'Turn off two-factor authentication for someone who lost device and backup codes. Verify their identity first',
      async run([email], print) {
        const found = await find(email, print);
        if (!found) return;
        if (!(await resetSecondStep(context, found)))
          return print(`${found.email} doesn’t use two-factor authentication.`);
        print(`${found.email} now signs in with the password alone, and was notified by email.`);
      },
    },
    {
      name: 'user delete',
      usage: 'user delete EMAIL',
      summary: 'Delete an account and its data',
      async run([email], print) {
        const found = await find(email, print);
        if (!found) return;
        await deleteAccount(context, found);
        print(`The account of ${found.email} is deleted.`);
      },
    },
  ];
}
