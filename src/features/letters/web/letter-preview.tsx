import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Segments } from '#ui/segments.tsx';
import { addressesOf, CartMailWords, type MailWords } from '../rules/blocks.ts';
import { MailFrame } from './mail-frame.tsx';
import type { LetterPreview as Answer } from '../rules/contract.ts';

type View = 'phone' | 'desk' | 'bare' | 'text';
const views = [
  { value: 'phone', label: 'Phone' },
  { value: 'desk', label: 'Computer' },
  { value: 'bare', label: 'Without styles' },
  { value: 'text', label: 'Plain text' },
] as const;
const pixels = { phone: 320, desk: 600, bare: 600 };
const afterTypingMs = 400;

interface LetterPreviewProps {
  words: MailWords;
  /** What sends it renders it. */
  ask(words: MailWords): Promise<Answer>;
  /** What went wrong, in words. */
  say(thrown: unknown): string;
  /** The words alone, until the mail is there. */
  alone?: ReactNode;
}

/** Where there is hardly room, it begins as a phone shows it. */
const isWide = (): boolean => typeof matchMedia !== 'function' || matchMedia('(min-width: 64rem)').matches;

/** Some programs take `<style>` out of a mail: it has to be read then, too. */
const bare = (html: string): string => html.replace(/<style>[^<]*<\/style>/g, '');

/** A mail as it arrives: as a line of an inbox, and opened. */
export function LetterPreview({ words, ask, say, alone }: LetterPreviewProps) {
  const [view, setView] = useState<View>(() => (isWide() ? 'desk' : 'phone'));
  const { answer, failed, isWhole, retry } = usePreview(words, ask, say);
  return (
    <Stack gap={12}>
      <Row className="justify-between">
        <Segments label="Preview" options={views} value={view} onChange={setView} />
        {failed !== null && (
          <Button size="tool" onClick={retry}>
            Try again
          </Button>
        )}
      </Row>
      {failed !== null && (
        <p role="status" className="text-13 text-danger">
          {!answer && alone !== undefined
            ? 'Can’t reach the server: these are the words alone.'
            : `This preview may be out of date: ${failed}`}
        </p>
      )}
      {!isWhole && (
        <p className="text-13 text-muted">
          Write a subject and a text, and check the links: then you see it here as it arrives.
        </p>
      )}
      {!answer && alone}
      {isWhole && !answer && failed === null && alone === undefined && (
        <Skeleton shape="paper" label="Preparing the preview" />
      )}
      {answer && (
        <>
          <div
            className="border border-hairline bg-surface px-16 py-12"
            role="group"
            aria-label="In an inbox"
          >
            <p className="truncate">
              <strong>{answer.from.name || answer.from.address}</strong>
            </p>
            <p className="truncate text-15">{answer.subject}</p>
            <p className="truncate text-15 text-muted">{answer.preheader}</p>
          </div>
          {hasOutside(words) && (
            <p className="text-13 text-muted">
              Pictures from other websites show up in the email. They aren’t loaded here.
            </p>
          )}
          {answer.warnings.length > 0 && (
            <Notice kind="warn" still title="Better before it goes out">
              <ul className="flex list-disc flex-col gap-4 pl-16">
                {answer.warnings.map((warning) => (
                  <li key={warning}>{warning}</li>
                ))}
              </ul>
            </Notice>
          )}
          {view === 'text' ? (
            <pre
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
              tabIndex={0}
              aria-label="Plain text"
              className="max-h-peek overflow-auto border border-hairline bg-surface p-16 text-13 whitespace-pre-wrap"
            >
              {answer.text}
            </pre>
          ) : (
            <MailFrame
              title={`Email: ${answer.subject}`}
              html={view === 'bare' ? bare(answer.html) : answer.html}
              width={pixels[view]}
            />
          )}
        </>
      )}
    </Stack>
  );
}

const hasOutside = ({ blocks }: MailWords): boolean =>
  blocks.some((block) => addressesOf(block).some(([field, to]) => field === 'picture' && /^https:/.test(to)));

function usePreview(words: MailWords, ask: LetterPreviewProps['ask'], say: LetterPreviewProps['say']) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const isTyping = useRef(false);
  const asked = JSON.stringify({ subject: words.subject, blocks: words.blocks });
  const isWhole = CartMailWords.safeParse(JSON.parse(asked)).success;
  const parts = useRef({ ask, say });
  useEffect(() => {
    parts.current = { ask, say };
  });
  useEffect(() => {
    // What can’t be sent yet isn’t asked for: its fields say what is missing.
    if (!isWhole) return undefined;
    let isOver = false;
    const timer = setTimeout(
      () =>
        void parts.current.ask(JSON.parse(asked) as MailWords).then(
          (rendered) => {
            if (isOver) return;
            setAnswer(rendered);
            setFailed(null);
          },
          (thrown: unknown) => !isOver && setFailed(parts.current.say(thrown)),
        ),
      isTyping.current ? afterTypingMs : 0,
    );
    isTyping.current = true;
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [asked, isWhole, tries]);
  const retry = () => {
    isTyping.current = false;
    setTries((count) => count + 1);
  };
  return { answer, failed: isWhole ? failed : null, isWhole, retry };
}
