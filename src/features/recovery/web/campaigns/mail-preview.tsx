import type { MailWords } from '#features/letters/rules/blocks.ts';
import { LetterPreview } from '#features/letters/web/public.ts';
import { api } from '#platform/web/api.ts';
import { onlineMember } from '#platform/web/viewer.ts';
import { Stack } from '#ui/page.tsx';
import { Paper } from '#ui/paper.tsx';
import { Mono } from '#ui/text.tsx';
import { recoveryApi } from '../../rules/addresses.ts';
import type { PreviewAnswer, Step } from '../../rules/contract.ts';
import { bodyOf, wordsOf } from '../../rules/mail.ts';
import { fill, type MessageFacts, preheaderOf } from '../../rules/writing.ts';

/** A message as it arrives: as a line of an inbox, and opened. The hub renders it with what sends it. */
export function MailPreview({ step, facts }: { step: Step; facts: MessageFacts }) {
  const { subject, discountPercent } = step;
  const words = wordsOf(step);
  const body = bodyOf(words.blocks);
  const said = fill(body, facts);
  const alone = (
    <Paper>
      <Stack>
        <strong>{fill(subject, facts)}</strong>
        {said.split(/\n{2,}/).map((part, at) => (
          <p key={at} className="whitespace-pre-line">
            {part}
          </p>
        ))}
        <Mono>Open my cart</Mono>
      </Stack>
    </Paper>
  );
  if (onlineMember() !== null)
    return (
      <LetterPreview
        // With another discount it is another mail.
        key={discountPercent}
        words={words}
        ask={(given: MailWords) =>
          api<PreviewAnswer>(recoveryApi.preview, {
            method: 'POST',
            body: { ...given, body: bodyOf(given.blocks), discountPercent },
          })
        }
        say={(thrown) => (thrown instanceof Error ? thrown.message : 'the server can’t be reached.')}
        alone={alone}
      />
    );
  return (
    <Stack gap={12}>
      <div className="border border-hairline bg-surface px-16 py-12" role="group" aria-label="In an inbox">
        <p className="flex justify-between gap-16">
          <strong className="truncate">{facts.shop}</strong>
          <span className="shrink-0 text-13 text-muted">9:00</span>
        </p>
        <p className="truncate text-15">{fill(subject, facts)}</p>
        <p className="truncate text-15 text-muted">{preheaderOf(said)}</p>
      </div>
      {alone}
      <p className="text-13 text-muted">With an account, you see the whole email here, in your branding.</p>
    </Stack>
  );
}
