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
const windows = { verify: 10, change: 2, reset: 2, codes: 24 * 60 } as const;

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
        `Confirm your email address at ${name()}`,
        [
          { kind: 'heading', text: 'Is this your email address?' },
          {
            kind: 'text',
            text: `An account at ${name()} was created with this email address. If it’s yours, confirm it.`,
          },
          { kind: 'button', label: 'Confirm email address', url: link(mailPages.verifyEmail, token) },
          {
            kind: 'small',
            text: 'The link works for one day. If you didn’t create an account, ignore this email.',
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
        `Reset your password at ${name()}`,
        [
          { kind: 'heading', text: 'Choose a new password' },
          {
            kind: 'text',
            text: `Someone, probably you, asked to reset the password of your account at ${name()}.`,
          },
          ...(isProven
            ? []
            : [
                {
                  kind: 'text' as const,
                  text: 'This email address was never confirmed, so anyone could have created that account. A new password resets it: everything in it is permanently deleted, except purchases and a paid plan. If you created it and want to keep its contents, sign in as before and confirm the email address instead.',
                },
              ]),
          { kind: 'button', label: 'Choose a new password', url: link(mailPages.resetPassword, token) },
          {
            kind: 'small',
            text: 'The link works once, for one hour. If it wasn’t you, ignore this email. Your password won’t change.',
          },
        ],
        'typed',
      );
    },

    passwordChanged(trx: AnyTransaction, to: string, uid: string) {
      return send(trx, to, event('password', uid), `Your password at ${name()} was changed`, [
        { kind: 'heading', text: 'Your password was changed' },
        { kind: 'text', text: 'Every device signed in with the old password has been signed out.' },
        {
          kind: 'small',
          text: 'If it wasn’t you, reset your password now with "Forgot your password?" on the sign-in page.',
        },
      ]);
    },

    changeAddress(trx: AnyTransaction, to: string, token: string) {
      return send(
        trx,
        to,
        inWindow('change', to),
        `Confirm your new email address at ${name()}`,
        [
          { kind: 'heading', text: 'Is this your new email address?' },
          { kind: 'text', text: `An account at ${name()} wants to change to this email address.` },
          { kind: 'button', label: 'Use this email address', url: link(mailPages.verifyEmail, token) },
          {
            kind: 'small',
            text: 'The link works once, for one hour. If you didn’t ask for this, ignore this email. Nothing will change.',
          },
        ],
        'typed',
      );
    },

    addressWillChange(trx: AnyTransaction, to: string, uid: string) {
      return send(trx, to, event('change-asked', uid), `Your email address at ${name()} is about to change`, [
        { kind: 'heading', text: 'Someone asked to change your email address' },
        {
          kind: 'text',
          text: `Your account at ${name()} will move to another email address as soon as that one is confirmed.`,
        },
        { kind: 'small', text: 'If it wasn’t you, change your password now. That also stops the change.' },
      ]);
    },

    addressChanged(trx: AnyTransaction, to: string, uid: string) {
      return send(trx, to, event('change-done', uid), `Your email address at ${name()} was changed`, [
        { kind: 'heading', text: 'Your account has a new email address' },
        { kind: 'text', text: `You can no longer sign in with this email address at ${name()}.` },
        { kind: 'small', text: `If it wasn’t you, email ${site.words().support.email}.` },
      ]);
    },

    joined(trx: AnyTransaction, to: string, uid: string, provider: string) {
      return send(trx, to, event('joined', uid), `A new way to sign in at ${name()}`, [
        { kind: 'heading', text: `You can now sign in with ${provider}` },
        {
          kind: 'text',
          text: `Someone signed in to your account with ${provider}, using this email address. Your password still works.`,
        },
        { kind: 'small', text: `If it wasn’t you, email ${site.words().support.email}.` },
      ]);
    },

    secondStep(trx: AnyTransaction, to: string, uid: string, now: 'on' | 'off') {
      return send(
        trx,
        to,
        event(`second-step-${now}`, uid),
        `Two-factor authentication at ${name()} is ${now}`,
        [
          { kind: 'heading', text: `Two-factor authentication is ${now}` },
          {
            kind: 'text',
            text:
              now === 'on'
                ? `From now on, your account at ${name()} asks for a code from your authenticator app as well as your password.`
                : `Your account at ${name()} now asks for your password only.`,
          },
          {
            kind: 'small',
            text: 'If it wasn’t you, reset your password now with "Forgot your password?" on the sign-in page.',
          },
        ],
      );
    },

    /** To come in with. */
    code(
      trx: AnyTransaction,
      to: string,
      code: string,
      { key, isProven, isKnown }: { key: string; isProven: boolean; isKnown: boolean },
    ) {
      return send(
        trx,
        to,
        key,
        `${code} is your code to sign in to ${name()}`,
        [
          { kind: 'heading', text: 'Your code' },
          { kind: 'code', text: code },
          {
            kind: 'text',
            text: 'Enter it within 10 minutes on the page where you asked for it. It works nowhere else. Don’t pass it on, even to us.',
          },
          ...(isProven
            ? []
            : [
                {
                  kind: 'text' as const,
                  text: 'There’s an account with this email address that was never confirmed, so anyone could have created it. With this code you start a new one: everything in the old one is permanently deleted, except purchases and a paid plan. If you created it and want to keep its contents, sign in with your password instead.',
                },
              ]),
          { kind: 'small', text: 'If you didn’t ask for it, ignore this email. No one gets in without it.' },
        ],
        isKnown ? 'knownCode' : 'code',
      );
    },

    wrongCodes(trx: AnyTransaction, to: string, after: 'password' | 'code') {
      const isPassword = after === 'password';
      const title = isPassword ? 'Someone knows your password' : 'Someone may be reading your email';
      const subject = isPassword ? `${title} at ${name()}` : `${title}, and tried to sign in at ${name()}`;
      return send(trx, to, inWindow('codes', to), subject, [
        { kind: 'heading', text: title },
        {
          kind: 'text',
          text: `Someone entered your ${isPassword ? 'password' : 'emailed code'} at ${name()}, and then several wrong codes from an authenticator app. They weren’t signed in.`,
        },
        {
          kind: 'small',
          text: isPassword
            ? 'If it wasn’t you, choose a new password with "Forgot your password?" on the sign-in page.'
            : 'If it wasn’t you, change the password of your mailbox first, then the one here.',
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
              ? `It signs you in to ${name()} without a password. See all your passkeys under Dashboard, Account.`
              : `It can no longer sign in to ${name()}. Your other ways to sign in still work.`,
        },
        {
          kind: 'small',
          text: 'If it wasn’t you, reset your password now with "Forgot your password?" on the sign-in page. Then check your passkeys.',
        },
      ]);
    },

    deleted(trx: AnyTransaction, to: string, uid: string) {
      return send(trx, to, `deleted:${uid}`, `Your account at ${name()} is deleted`, [
        { kind: 'heading', text: 'Your account is deleted' },
        {
          kind: 'text',
          text: 'Its data is gone. We keep invoices as long as the law requires.',
        },
      ]);
    },
  };
}

export const addressHash = (address: string): string =>
  createHash('sha256').update(address).digest('base64url').slice(0, 22);
