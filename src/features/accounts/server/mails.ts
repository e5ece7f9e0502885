import type { AnyTransaction } from '#platform/server/database/database.ts';
import { minutes } from '#base/clock.ts';
import type { MailCause } from '#platform/server/mail/bounds.ts';
import type { MailBlock } from '#platform/server/mail/message.ts';
import type { Platform } from '#platform/server/platform.ts';
import { mailPages } from '../rules/contract.ts';
import { createHash } from 'node:crypto';

/** Nothing that a person typed stands in these but the address itself: a stranger may have typed it. */
export type AccountMails = ReturnType<typeof createAccountMails>;

/** One address gets at most one of these mails in so many minutes, however often it is asked for. */
const windows = { verify: 10, change: 2, reset: 2 } as const;

/** The mail says “one day”. */
export const verifySeconds = 86_400;

export function createAccountMails(platform: Platform) {
  const { clock, mail, site, origin } = platform;
  const name = () => site.words().name;
  const link = (page: string, token: string) => `${origin()}${page}#token=${token}`;

  function send(
    trx: AnyTransaction,
    to: string,
    dedupeKey: string,
    subject: string,
    body: MailBlock[],
    why: MailCause = 'account',
  ): Promise<boolean> {
    return mail.send(trx, {
      to,
      kind: 'transactional',
      purpose: 'account',
      why,
      subject,
      body,
      dedupeKey: `account:${dedupeKey}`,
    });
  }
  const inWindow = (what: keyof typeof windows, address: string) =>
    `${what}:${addressHash(address)}:${Math.floor(clock.now().getTime() / minutes(windows[what]))}`;
  const event = (what: string, uid: string) => `${what}:${uid}:${clock.now().getTime()}`;

  return {
    /** For the outbox too, which must not mail twice what it tried twice. */
    resetKey: (address: string) => inWindow('reset', address),

    verify(trx: AnyTransaction, to: string, token: string) {
      return send(
        trx,
        to,
        inWindow('verify', to),
        `Confirm your address at ${name()}`,
        [
          { kind: 'heading', text: 'Is this your address?' },
          {
            kind: 'text',
            text: `An account at ${name()} was opened with this address. If it is yours, confirm it.`,
          },
          { kind: 'button', label: 'Confirm this address', url: link(mailPages.verifyEmail, token) },
          {
            kind: 'small',
            text: 'The link works for one day. If you did not open an account, do not confirm: without it the account stays unproven.',
          },
        ],
        'typed',
      );
    },

    reset(
      trx: AnyTransaction,
      to: string,
      token: string,
      { key, isProven }: { key: string; isProven: boolean },
    ) {
      return send(
        trx,
        to,
        `mail:${key}`,
        `A new password for ${name()}`,
        [
          { kind: 'heading', text: 'Choose a new password' },
          {
            kind: 'text',
            text: `Somebody, probably you, asked for a new password for your account at ${name()}.`,
          },
          ...(isProven
            ? []
            : [
                {
                  kind: 'text' as const,
                  text: 'This address was never confirmed, so anybody could have opened that account. A new password begins it anew: what is kept in it now is deleted for good; purchases and a paid plan stay. If you opened it and want to keep what is in it, sign in as you did before and confirm the address instead.',
                },
              ]),
          { kind: 'button', label: 'Choose a new password', url: link(mailPages.resetPassword, token) },
          {
            kind: 'small',
            text: 'The link works once, for one hour. If it was not you, leave it: your password stays as it is.',
          },
        ],
        'typed',
      );
    },

    passwordChanged(trx: AnyTransaction, to: string, uid: string) {
      return send(trx, to, event('password', uid), `Your password at ${name()} was changed`, [
        { kind: 'heading', text: 'Your password was changed' },
        { kind: 'text', text: 'Everybody who was signed in with the old one has been signed out.' },
        {
          kind: 'small',
          text: 'If it was not you, ask for a new password at once: "Forgot your password?" on the sign-in page.',
        },
      ]);
    },

    changeAddress(trx: AnyTransaction, to: string, token: string) {
      return send(
        trx,
        to,
        inWindow('change', to),
        `Confirm your new address at ${name()}`,
        [
          { kind: 'heading', text: 'Is this your new address?' },
          { kind: 'text', text: `An account at ${name()} is to be moved to this address.` },
          { kind: 'button', label: 'Use this address', url: link(mailPages.verifyEmail, token) },
          {
            kind: 'small',
            text: 'The link works once, for one hour. If you know nothing of this, leave it: nothing changes.',
          },
        ],
        'typed',
      );
    },

    addressWillChange(trx: AnyTransaction, to: string, uid: string) {
      return send(trx, to, event('change-asked', uid), `Your address at ${name()} is to change`, [
        { kind: 'heading', text: 'A change of address was asked for' },
        {
          kind: 'text',
          text: `Your account at ${name()} moves to another address as soon as that one is confirmed.`,
        },
        { kind: 'small', text: 'If it was not you, change your password now: that also stops the change.' },
      ]);
    },

    addressChanged(trx: AnyTransaction, to: string, uid: string) {
      return send(trx, to, event('change-done', uid), `Your address at ${name()} was changed`, [
        { kind: 'heading', text: 'Your account has another address now' },
        { kind: 'text', text: `This address no longer opens your account at ${name()}.` },
        { kind: 'small', text: `If it was not you, write to ${site.words().support.email}.` },
      ]);
    },

    joined(trx: AnyTransaction, to: string, uid: string, provider: string) {
      return send(trx, to, event('joined', uid), `A new way to sign in at ${name()}`, [
        { kind: 'heading', text: `You can sign in with ${provider} now` },
        {
          kind: 'text',
          text: `Somebody signed in to your account with ${provider}, which vouches for this address. Your password works as before.`,
        },
        { kind: 'small', text: `If it was not you, write to ${site.words().support.email}.` },
      ]);
    },

    secondStep(trx: AnyTransaction, to: string, uid: string, now: 'on' | 'off') {
      return send(trx, to, event(`second-step-${now}`, uid), `The second step at ${name()} is ${now}`, [
        { kind: 'heading', text: `The second step is ${now}` },
        {
          kind: 'text',
          text:
            now === 'on'
              ? `From now on your account at ${name()} asks for a code of your authenticator beside the password.`
              : `Your account at ${name()} asks for the password alone again.`,
        },
        {
          kind: 'small',
          text: 'If it was not you, ask for a new password at once: "Forgot your password?" on the sign-in page.',
        },
      ]);
    },

    passkey(trx: AnyTransaction, to: string, uid: string, now: 'added' | 'removed') {
      return send(trx, to, event(`passkey-${now}`, uid), `A passkey was ${now} at ${name()}`, [
        { kind: 'heading', text: `A passkey was ${now}` },
        {
          kind: 'text',
          text:
            now === 'added'
              ? `It opens your account at ${name()} without a password. You see all of them under Dashboard, Account.`
              : `It no longer opens your account at ${name()}. Your other ways to sign in work as before.`,
        },
        {
          kind: 'small',
          text: 'If it was not you, ask for a new password at once: "Forgot your password?" on the sign-in page. Then look at your passkeys.',
        },
      ]);
    },

    deleted(trx: AnyTransaction, to: string, uid: string) {
      return send(trx, to, `deleted:${uid}`, `Your account at ${name()} is deleted`, [
        { kind: 'heading', text: 'Your account is deleted' },
        {
          kind: 'text',
          text: 'What was kept for it here is gone. Invoices stay for as long as the law asks for them.',
        },
      ]);
    },
  };
}

export const addressHash = (address: string): string =>
  createHash('sha256').update(address).digest('base64url').slice(0, 22);
