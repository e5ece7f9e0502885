import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Tag } from '#ui/text.tsx';
import { recoveryApi } from '../rules/addresses.ts';
import type { SenderAnswer } from '../rules/contract.ts';

const states = {
  good: { tone: 'ok', words: 'Right' },
  note: { tone: 'plain', words: 'Could be better' },
  bad: { tone: 'danger', words: 'Wrong' },
  unknown: { tone: 'warn', words: 'Not found' },
} as const;

/** Whether mailboxes believe the mail that goes out from here. */
export function SenderCheck() {
  const [answer, setAnswer] = useState<SenderAnswer | null>(null);
  const [error, setError] = useState(false);
  const [isBusy, setBusy] = useState(false);
  async function look(): Promise<void> {
    setBusy(true);
    setError(false);
    try {
      setAnswer(await api<SenderAnswer>(recoveryApi.sender));
    } catch {
      setError(true);
    } finally {
      setBusy(false);
    }
  }
  return (
    <section aria-labelledby="sender-check">
      <Stack>
        <h2 id="sender-check" className="text-21">
          Email deliverability
        </h2>
        <p className="max-w-measure">
          Mail providers check three records on the sender’s domain: SPF lists who may send for it, DKIM signs
          each email, DMARC says what to do with forgeries.
        </p>
        {error && (
          <Notice kind="danger" title="Couldn’t check the records">
            Can’t reach the server. Try again.
          </Notice>
        )}
        {answer && (
          <>
            <p>
              Reminders are sent from <strong>{answer.domain}</strong>.
            </p>
            <ul className="flex flex-col gap-16">
              {answer.findings.map(({ state, about, words, advice }) => (
                <li key={about} className="flex max-w-measure flex-col gap-4">
                  <Row gap={8}>
                    <strong>{about}</strong>
                    <Tag tone={states[state].tone}>{states[state].words}</Tag>
                  </Row>
                  <span>{sentence(words)}</span>
                  {advice && <span className="text-15 text-muted">{advice}</span>}
                </li>
              ))}
            </ul>
          </>
        )}
        <div>
          <Button busy={isBusy} onClick={() => void look()}>
            {answer ? 'Refresh' : 'Check records'}
          </Button>
        </div>
      </Stack>
    </section>
  );
}

/** What the operator's list says after a name stands alone here; a domain keeps its small letter. */
const sentence = (words: string): string =>
  (/^\S+\.\S/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1)) + '.';
