import { minutes } from '#base/clock.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import { memberById } from '#features/accounts/server/public.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { createMailedCodes } from '#platform/server/mailed-codes.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Person } from './ledger.ts';

const codeLasts = minutes(15);

/** How somebody shows that the address that was asked is theirs. */
export function createProving({ db, clock, secret }: Pick<Platform, 'db' | 'clock' | 'secret'>) {
  const codes = createMailedCodes(secret('agreement codes'), { clock, lastsMs: codeLasts });
  /** What a code is for: who they are, and at which address. */
  const subjectOf = ({ agreement_id, n, rev }: Person): string => `${agreement_id}:${n}:${rev}`;

  /** Signed in with this very address, and it is proven: then no code is needed. */
  async function isSignedIn(viewer: Viewer, { email_key }: Person): Promise<boolean> {
    if (viewer.kind !== 'member') return false;
    const member = await memberById(db.tables(), viewer.uid);
    return (
      member !== null &&
      !member.suspended &&
      member.emailVerified &&
      mailAddressKey(member.email) === email_key
    );
  }

  /** How long until the next one: the last is still on its way. */
  const codeWait = ({ code_at }: Pick<Person, 'code_at'>): number => codes.waitSeconds(code_at);

  /**
   * How it is shown that they are the owner of the address. A wrong code is counted in a transaction of its own, since
   * the refusal rolls this one back.
   */
  async function prove(
    you: Person,
    viewer: Viewer,
    code: string | undefined,
  ): Promise<{ proof: NonNullable<Person['proof']>; isWrong: boolean }> {
    if (await isSignedIn(viewer, you)) return { proof: 'signed in', isWrong: false };
    if (code === undefined) throw new Problem('bad_request', 'Enter the code from the email first.');
    const { code_hash: hash, code_at: at, code_tries: tries } = you;
    const verdict = codes.judge({ hash, at, tries }, subjectOf(you), code);
    if (verdict === 'expired') throw new Problem('conflict', 'This code has expired. Ask for a new one.');
    if (verdict === 'too many tries')
      throw new Problem('too_many', 'Too many wrong codes. Ask for a new one.', { retryAfterSeconds: 60 });
    return { proof: 'code by email', isWrong: verdict === 'wrong' };
  }

  return {
    isSignedIn,
    codeWait,
    prove,

    /** A new code, and what is kept of it. */
    draw(you: Person): { code: string; code_hash: string } {
      const code = codes.draw();
      return { code, code_hash: codes.hashOf(subjectOf(you), code) };
    },
  };
}
