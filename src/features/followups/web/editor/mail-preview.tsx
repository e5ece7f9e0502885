import { useEffect, useRef, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { Button } from '#ui/button.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Segments } from '#ui/segments.tsx';
import { followupsApi } from '../../rules/addresses.ts';
import { type PreviewAnswer, PreviewBody } from '../../rules/contract.ts';
import type { MailStep } from '../../rules/steps.ts';
import { previewOf } from '../calls.ts';
import { problemWords } from '../say.ts';

export type Width = 'phone' | 'desk' | 'text';
const widths = [
  { value: 'phone', label: 'Phone' },
  { value: 'desk', label: 'Computer' },
  { value: 'text', label: 'Plain text' },
] as const;
const pixels = { phone: 320, desk: 600 };
const height = 520;
const afterTypingMs = 400;

interface MailPreviewProps {
  step: MailStep;
  width: Width;
  setWidth(width: Width): void;
}

/** An email as it arrives: as a line of an inbox, and opened. What sends it renders it. */
export function MailPreview({ step, width, setWidth }: MailPreviewProps) {
  const { answer, failed, isWhole, retry } = usePreview(step);
  return (
    <Stack gap={12}>
      <Row className="justify-between">
        <Segments label="Preview" options={widths} value={width} onChange={setWidth} />
        {failed !== null && (
          <Button size="tool" onClick={retry}>
            Try again
          </Button>
        )}
      </Row>
      {failed !== null && (
        <p role="status" className="text-13 text-danger">
          This preview may be out of date: {failed}
        </p>
      )}
      {!isWhole && (
        <p className="text-13 text-muted">
          Write a subject and a text, and check the link: then you see it here as it arrives.
        </p>
      )}
      {isWhole && !answer && failed === null && <Skeleton shape="paper" label="Preparing the preview" />}
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
          {answer.warnings.length > 0 && (
            <Notice kind="warn" still title="Better before it goes out">
              <ul className="flex list-disc flex-col gap-4 pl-16">
                {answer.warnings.map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            </Notice>
          )}
          {width === 'text' ? (
            <pre
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
              tabIndex={0}
              aria-label="Plain text"
              className="max-h-peek overflow-auto border border-hairline bg-surface p-16 text-13 whitespace-pre-wrap"
            >
              {answer.text}
            </pre>
          ) : (
            <div
              className="overflow-x-auto"
              role="group"
              aria-label="Email as it arrives"
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
              tabIndex={0}
            >
              <iframe
                title={`Email: ${answer.subject}`}
                sandbox=""
                srcDoc={answer.html.replace('<head>', '<head><base target="_blank">')}
                width={pixels[width]}
                height={height}
                className="max-w-none border border-hairline bg-surface"
              />
            </div>
          )}
        </>
      )}
    </Stack>
  );
}

function usePreview(step: MailStep) {
  const [answer, setAnswer] = useState<PreviewAnswer | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const isTyping = useRef(false);
  const asked = JSON.stringify(previewOf(step));
  const isWhole = PreviewBody.safeParse(previewOf(step)).success;
  useEffect(() => {
    // What can’t be sent yet isn’t asked for: its fields say what is missing.
    if (!isWhole) return undefined;
    let isOver = false;
    const timer = setTimeout(
      () =>
        void api<PreviewAnswer>(followupsApi.preview, {
          method: 'POST',
          body: JSON.parse(asked) as unknown,
        }).then(
          (rendered) => {
            if (isOver) return;
            setAnswer(rendered);
            setFailed(null);
          },
          (thrown: unknown) => !isOver && setFailed(problemWords(thrown)),
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
