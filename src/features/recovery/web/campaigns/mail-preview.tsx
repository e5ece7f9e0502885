import { useEffect, useRef, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { onlineMember } from '#platform/web/viewer.ts';
import { Button } from '#ui/button.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Paper } from '#ui/paper.tsx';
import { Segments } from '#ui/segments.tsx';
import { Mono } from '#ui/text.tsx';
import { recoveryApi } from '../../rules/addresses.ts';
import type { PreviewAnswer, Step } from '../../rules/contract.ts';
import { fill, type MessageFacts, preheaderOf } from '../../rules/writing.ts';

type Width = 'phone' | 'desk' | 'text';
const widths = [
  { value: 'phone', label: 'Phone' },
  { value: 'desk', label: 'Computer' },
  { value: 'text', label: 'Plain text' },
] as const;
const afterTypingMs = 400;
/** All of one height: a phone's 375 px wide beside the fields, or as wide as there is room. */
const frames = {
  phone: 'aspect-3/4 w-full lg:w-2/3',
  desk: 'aspect-3/4 w-full lg:aspect-9/8',
};
const edge = 'border border-hairline bg-surface';

/** A message as it arrives: as a line of an inbox, and opened. The hub renders it with what sends it. */
export function MailPreview({ step, facts }: { step: Step; facts: MessageFacts }) {
  const [answer, setAnswer] = useState<PreviewAnswer | null>(null);
  const [isAway, setAway] = useState(false);
  const [width, setWidth] = useState<Width>('phone');
  const { subject, body, discountPercent } = step;
  const isMember = onlineMember() !== null;
  const [tries, setTries] = useState(0);
  const isTyping = useRef(false);
  useEffect(() => {
    if (!isMember) return undefined;
    let isOver = false;
    const timer = setTimeout(
      () => {
        api<PreviewAnswer>(recoveryApi.preview, {
          method: 'POST',
          body: { subject, body, discountPercent },
        }).then(
          (rendered) => {
            if (isOver) return;
            setAnswer(rendered);
            setAway(false);
          },
          () => !isOver && setAway(true),
        );
      },
      isTyping.current ? afterTypingMs : 0,
    );
    isTyping.current = true;
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isMember, subject, body, discountPercent, tries]);

  const inbox = answer ?? {
    from: { name: facts.shop, address: '' },
    subject: fill(subject, facts),
    preheader: preheaderOf(fill(body, facts)),
  };
  return (
    <Stack gap={12}>
      <div className="border border-hairline bg-surface px-16 py-12" role="group" aria-label="In an inbox">
        <p className="flex justify-between gap-16">
          <strong className="truncate">{inbox.from.name}</strong>
          <span className="shrink-0 text-13 text-muted">9:00</span>
        </p>
        <p className="truncate text-15">{inbox.subject}</p>
        <p className="truncate text-15 text-muted">{inbox.preheader}</p>
      </div>
      {isMember && (
        <div>
          <Segments label="Preview" options={widths} value={width} onChange={setWidth} />
        </div>
      )}
      {!answer || isAway ? (
        // The words alone are there at once; what sends them sets them in the shop's own look.
        <>
          <Paper {...(isMember && { className: `${frames.phone} overflow-auto` })}>
            <Stack>
              <strong>{fill(subject, facts)}</strong>
              {fill(body, facts)
                .split(/\n{2,}/)
                .map((part, at) => (
                  <p key={at}>{part}</p>
                ))}
              <Mono>Open my cart</Mono>
            </Stack>
          </Paper>
          {!isMember ? (
            <p className="text-13 text-muted">
              With an account, you see the whole email here, in your branding.
            </p>
          ) : isAway ? (
            <Row role="status" className="justify-between">
              <span className="text-13 text-muted">Can’t reach the server: these are the words alone.</span>
              <Button
                size="tool"
                onClick={() => {
                  setAway(false);
                  isTyping.current = false;
                  setTries(tries + 1);
                }}
              >
                Try again
              </Button>
            </Row>
          ) : (
            <p className="ui-said text-13 text-muted" role="status">
              Setting it in your branding…
            </p>
          )}
        </>
      ) : width === 'text' ? (
        <pre className={`${edge} ${frames.desk} overflow-auto p-16 text-13 whitespace-pre-wrap`}>
          {answer.text}
        </pre>
      ) : (
        <iframe
          title={`Email: ${answer.subject}`}
          sandbox=""
          srcDoc={answer.html.replace('<head>', '<head><base target="_blank">')}
          className={`${edge} ${frames[width]}`}
        />
      )}
    </Stack>
  );
}
