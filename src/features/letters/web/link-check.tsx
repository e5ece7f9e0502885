import { useState } from 'react';
import { countOf } from '#base/count.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import type { MailWords } from '../rules/blocks.ts';
import type { LinksAnswer } from '../rules/contract.ts';
import { checkLinks } from './calls.ts';

/** Whether the links of a mail lead anywhere, asked by a press: by then, and of these words. */
export function useLinkCheck(words: MailWords) {
  const [found, setFound] = useState<{ of: string; answer: LinksAnswer } | null>(null);
  const [failed, setFailed] = useState('');
  const [isBusy, setBusy] = useState(false);
  const of = JSON.stringify(words.blocks);
  async function check(): Promise<void> {
    setBusy(true);
    setFailed('');
    try {
      setFound({ of, answer: await checkLinks(words) });
    } catch (thrown) {
      setFailed(thrown instanceof Error ? thrown.message : 'Couldn’t check the links. Try again.');
    }
    setBusy(false);
  }
  return {
    button: (
      <Button busy={isBusy && 'Checking links'} onClick={() => void check()}>
        Check links
      </Button>
    ),
    // What was said of other words says nothing of these.
    result:
      failed === '' ? (
        found?.of === of && <Found answer={found.answer} />
      ) : (
        <p role="alert" className="text-13 text-danger">
          {failed}
        </p>
      ),
  };
}

function Found({ answer: { links, left } }: { answer: LinksAnswer }) {
  const wrong = links.filter(({ state }) => state !== 'works');
  const title =
    links.length === 0
      ? 'This email has no links'
      : wrong.length === 0
        ? `${countOf(links.length, 'link works', 'links work')}`
        : `${wrong.length} of ${countOf(links.length, 'link needs', 'links need')} a look`;
  return (
    <Notice kind={wrong.length > 0 ? 'warn' : 'ok'} title={title}>
      {wrong.length > 0 && (
        <ul className="flex list-disc flex-col gap-4 pl-16">
          {wrong.map(({ link, words }) => (
            <li key={link}>
              <span className="break-all">{link}</span>: {words}
            </li>
          ))}
        </ul>
      )}
      {left > 0 && <p>{countOf(left, 'more link wasn’t', 'more links weren’t')} looked at.</p>}
    </Notice>
  );
}
