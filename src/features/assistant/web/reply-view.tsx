import { Button } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { readReply, type Span } from '../rules/reply.ts';

interface ReplyProps {
  text: string;
  onFollow(): void;
  /** What else may be meant: such a line is asked with one press. */
  offers?: readonly string[];
  onAsk?: (text: string) => void;
}

/** A reply as words, lists and links into this hub; markup of any kind stays text. */
export function ReplyView({ text, onFollow, offers = [], onAsk }: ReplyProps) {
  return readReply(text).map((block, at) =>
    block.kind === 'list' ? (
      <ul key={at} className="flex list-disc flex-col gap-4 pl-16">
        {block.items.map((spans, nth) => (
          <li key={nth}>
            {onAsk && isOffer(spans, offers) ? (
              <Button size="tool" onClick={() => onAsk(spans[0]?.text ?? '')}>
                {spans[0]?.text}
              </Button>
            ) : (
              <Spans spans={spans} onFollow={onFollow} />
            )}
          </li>
        ))}
      </ul>
    ) : (
      <p key={at}>
        <Spans spans={block.spans} onFollow={onFollow} />
      </p>
    ),
  );
}

const isOffer = ([first, ...more]: readonly Span[], offers: readonly string[]): boolean =>
  first !== undefined && more.length === 0 && first.strong === true && offers.includes(first.text);

function Spans({ spans, onFollow }: { spans: Span[]; onFollow(): void }) {
  return spans.map(({ text, href, strong }, at) =>
    href ? (
      <Link key={at} href={href} onClick={onFollow}>
        {text}
      </Link>
    ) : strong ? (
      <strong key={at}>{text}</strong>
    ) : (
      <span key={at}>{text}</span>
    ),
  );
}
