import type { ReactNode } from 'react';
import { countOf } from '#base/count.ts';
import { Notice } from '#ui/feedback.tsx';
import { Stack } from '#ui/page.tsx';
import type { Inside, Sealer, SignedBy, Verdict } from '../../rules/verdict.ts';

export type Said = Verdict | { is: 'insecure' | 'took too long' | 'failed' };

/** What was found, in words: first the answer, then what it rests on. */
export function Answer({ said, name }: { said: Said; name: string }) {
  switch (said.is) {
    case 'sealed':
      return said.by.isThisHub ? <Sealed by={said.by} inside={said.inside} /> : <Elsewhere by={said.by} />;
    case 'changed':
      return <Changed by={said.by} how={said.how} />;
    case 'no seal':
      return (
        <Notice kind="warn" title="This PDF has no seal">
          {name} was never sealed, or it was saved anew by a program that dropped the seal. Ask for the
          original file from the email about the signed agreement.
        </Notice>
      );
    case 'unreadable':
      return (
        <Notice kind="danger" title="The seal of this PDF is damaged">
          {name} has a signature that can’t be read or doesn’t match its own certificate. Don’t rely on this
          copy: ask for the original file.
        </Notice>
      );
    case 'not a pdf':
      return (
        <Notice kind="warn" title="This isn’t a PDF">
          {name} doesn’t begin as a PDF file does. Choose the signed PDF.
        </Notice>
      );
    case 'too large':
      return (
        <Notice kind="warn" title="This file is too large">
          {name} has more than 50 MB. Files sealed by a hub are smaller than that.
        </Notice>
      );
    case 'insecure':
      return (
        <Notice kind="warn" title="This page can’t check signatures here">
          Browsers check signatures on secure pages only. Open this page with https://, or check the file with
          a PDF reader.
        </Notice>
      );
    case 'took too long':
    case 'failed':
      return (
        <Notice kind="danger" title="This file couldn’t be checked">
          The connection broke, or the check took too long. Choose the file again, or check it with a PDF
          reader.
        </Notice>
      );
  }
}

const time = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

function Sealed({ by, inside }: { by: Sealer; inside: Inside | null }) {
  const isSound = inside === null || (inside.brokenAt === null && inside.isAsSigned);
  return (
    <Stack gap={24}>
      <Notice
        kind={isSound ? 'ok' : 'warn'}
        title={
          isSound ? 'Sealed by this hub, and unchanged' : 'Sealed by this hub, but its log doesn’t add up'
        }
      >
        {inside
          ? `“${inside.title}”: every byte is as it was when all sides had signed.`
          : 'Every byte is as it was sealed.'}
      </Notice>
      {inside && (
        <section aria-labelledby="signed-by">
          <h2 id="signed-by" className="mb-12">
            Who signed
          </h2>
          <Stack gap={16}>
            {inside.people.map((person) => (
              <Person key={person.n} person={person} />
            ))}
          </Stack>
        </section>
      )}
      <section aria-labelledby="rests-on">
        <h2 id="rests-on" className="mb-12">
          What this rests on
        </h2>
        <dl className="grid gap-12">
          <Fact name="Seal">{by.name}</Fact>
          {by.stampedAt && <Fact name="Time stamp">{time(by.stampedAt)}, from an independent authority</Fact>}
          {inside && (
            <>
              <Fact name="Event log">
                {inside.brokenAt === null
                  ? `${countOf(inside.events, 'event')}, each linked to the one before`
                  : `Event ${inside.brokenAt} doesn’t follow from the one before it`}
              </Fact>
              <Fact name="File that was signed">
                {inside.isAsSigned
                  ? 'Attached, and the same that each signer was shown'
                  : 'The attached file isn’t the one the log names'}
              </Fact>
              <Fact name="Its SHA-256">
                <Code>{inside.sha256}</Code>
              </Fact>
              <Fact name="Agreement">
                <Code>{inside.agreement}</Code>
              </Fact>
            </>
          )}
          <Fact name="Certificate (SHA-256)">
            <Code>{by.fingerprint}</Code>
          </Fact>
        </dl>
      </section>
    </Stack>
  );
}

const proofs: Record<string, string> = {
  'code by email': 'proven by a code sent to this address',
  'signed in': 'proven by signing in',
};
const acts: Record<string, string> = { signs: 'Signed', approves: 'Approved', copy: 'Gets a copy' };

const Person = ({ person: { name, signedName, email, role, at, proof } }: { person: SignedBy }) => (
  <div>
    <p className="font-bold">{signedName || name}</p>
    <p className="text-muted break-words">
      {[email, proofs[proof ?? '']].filter(Boolean).join(', ')}
      <br />
      {[acts[role] ?? role, role === 'copy' || !at ? '' : time(at)].filter(Boolean).join(' ')}
    </p>
  </div>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd className="break-words">{children}</dd>
  </div>
);

const Code = ({ children }: { children: ReactNode }) => <code className="break-all">{children}</code>;

const ways = {
  appended:
    'Something was added to the file after it was sealed. What was signed is still inside, and what you see may not be it.',
  cut: 'The end of the file is missing. The download may have been cut off: get it again.',
  bytes: 'What is in the file isn’t what was sealed: text, a picture or an attachment was changed.',
};

const Changed = ({ by, how }: { by: Sealer; how: keyof typeof ways }) => (
  <Notice
    kind="danger"
    title={
      by.isThisHub
        ? 'Sealed by this hub, but changed afterwards'
        : 'Sealed by somebody else, and changed afterwards'
    }
  >
    {ways[how]}
    {by.isThisHub
      ? ' Don’t rely on this copy: ask for the original file.'
      : ` The seal is that of “${by.name}”.`}
  </Notice>
);

const Elsewhere = ({ by }: { by: Sealer }) => (
  <Notice kind="warn" title="Sealed by somebody else">
    <p>
      The file is as it was sealed, but not by this hub. The certificate says “{by.name}”: anybody can write
      any name into a certificate of their own, so compare its fingerprint with the sealer’s.
    </p>
    <p className="mt-8">
      <Code>{by.fingerprint}</Code>
    </p>
  </Notice>
);
