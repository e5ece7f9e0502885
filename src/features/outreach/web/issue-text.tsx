import { Fragment } from 'react';
import { ButtonLink } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import type { IssueBlock, IssueSpan } from '../rules/newsletter-contract.ts';

/** An issue as a page shows it. Its parts are text and addresses, never markup, so nothing in them can act. */
export function IssueText({ blocks }: { blocks: IssueBlock[] }) {
  // No level of heading is skipped: where there is no greater one before, a lesser one stands in its place.
  const greatest = blocks.findIndex(({ kind }) => kind === 'heading');
  return blocks.map((block, index) => (
    <Block key={index} block={block} isUnder={greatest >= 0 && greatest < index} />
  ));
}

function Block({ block, isUnder }: { block: IssueBlock; isUnder: boolean }) {
  switch (block.kind) {
    case 'heading':
      return <h2>{block.text}</h2>;
    case 'subheading':
      return isUnder ? <h3>{block.text}</h3> : <h2>{block.text}</h2>;
    case 'prose':
      return (
        <p className="wrap-anywhere">
          <Spans of={block.spans} />
        </p>
      );
    case 'quote':
      return (
        <blockquote>
          <p>
            <Spans of={block.spans} />
          </p>
        </blockquote>
      );
    case 'list': {
      const items = block.items.map((item, index) => (
        <li key={index}>
          <Spans of={item} />
        </li>
      ));
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'button':
      return (
        <p>
          <ButtonLink href={block.url}>{block.label}</ButtonLink>
        </p>
      );
    case 'picture':
      return <Picture url={block.url} alt={block.alt} />;
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    case 'rule':
      return <hr />;
  }
}

/** Pages load nothing from elsewhere, which would tell others who reads: a picture that lies there is a link. */
function Picture({ url, alt }: { url: string; alt: string }) {
  if (url.startsWith('/') && !url.startsWith('//'))
    return (
      <p>
        <img src={url} alt={alt} loading="lazy" />
      </p>
    );
  return (
    <p>
      <Link href={url} rel="noopener noreferrer">
        {alt ? `Picture: ${alt}` : 'Picture'}
      </Link>
    </p>
  );
}

const Spans = ({ of: spans }: { of: IssueSpan[] }) =>
  spans.map((span, index) => <Span key={index} of={span} />);

function Span({ of: { text, strong, slanted, url } }: { of: IssueSpan }) {
  const lines = text.split('\n').map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
  const slant = slanted ? <em>{lines}</em> : lines;
  const inner = strong ? <strong>{slant}</strong> : slant;
  return url === undefined ? inner : <IssueLink href={url}>{inner}</IssueLink>;
}

const IssueLink = ({ href, children }: { href: string; children: React.ReactNode }) => (
  <Link href={href} {...(href.startsWith('/') ? {} : { rel: 'noopener noreferrer' })}>
    {children}
  </Link>
);
