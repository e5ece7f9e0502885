import { Link } from '#ui/link.tsx';
import { readReply, type Span } from '../rules/reply.ts';

/** A reply as words, lists and links into this hub; markup of any kind stays text. */
export function ReplyView({ text, onFollow }: { text: string; onFollow(): void }) {
  return readReply(text).map((block, at) =>
    block.kind === 'list' ? (
      <ul key={at} className="flex list-disc flex-col gap-4 pl-16">
        {block.items.map((spans, nth) => (
          <li key={nth}>
            <Spans spans={spans} onFollow={onFollow} />
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
