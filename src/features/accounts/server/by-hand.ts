import { mailAddressKey } from '#base/mail-address.ts';
import type { AccountsContext } from './context.ts';
import { removeAccount } from './person.ts';
import { endSessions } from './sessions.ts';

/** What an operator does about an account, by whichever door. */
export interface Named {
  uid: string;
  email: string;
}

/** Signs somebody out everywhere and keeps them out; nothing is deleted. */
export const suspend = (context: AccountsContext, { uid, email }: Named): Promise<void> =>
  context.transaction(async (trx) => {
    await trx
      .updateTable('account_user')
      .set({ suspended_at: context.now() })
      .where('id', '=', uid)
      .execute();
    await endSessions(trx, uid);
    await context.identity.forgetTokens(trx, uid);
    await context.entryCodes.forget(trx, mailAddressKey(email));
  });

export async function unsuspend({ db }: AccountsContext, { uid }: Named): Promise<void> {
  await db.updateTable('account_user').set({ suspended_at: null }).where('id', '=', uid).execute();
}

/** For somebody who lost device and backup codes; false if they have no second step. */
export async function resetSecondStep(context: AccountsContext, { uid, email }: Named): Promise<boolean> {
  if (!(await context.secondSteps.remove(uid))) return false;
  await context.transaction((trx) => context.mails.secondStep(trx, email, uid, 'off'));
  return true;
}

export const deleteAccount = (context: AccountsContext, { uid }: Named): Promise<unknown> =>
  context.transaction((trx) => removeAccount(context, trx, uid));
