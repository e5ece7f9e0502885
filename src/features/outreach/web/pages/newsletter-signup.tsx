import { useHub } from '#platform/web/hub.tsx';
import { useSearchParams } from '#platform/web/router.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';
import { Page } from '#ui/page.tsx';
import { Paper } from '#ui/paper.tsx';
import { NewsletterBlock } from '../newsletter-block.tsx';

export const head = () => ({
  title: 'Newsletter',
  description: 'What the newsletter brings, how often, what an issue looks like, and how it ends.',
});

const brings = [
  ['New templates and documents', 'What each is for, and what changed in those you may already use.'],
  ['Tools', 'What the generators, the funnel builder and the cart recovery can do since the last issue.'],
  ['Resources for developers', 'One thing worth reading on contracts, prices or selling what you built.'],
];

const promises = (cadence: string) => [
  [
    'How often',
    `${cadence.charAt(0).toUpperCase()}${cadence.slice(1)}. When there is nothing to say, there is no issue.`,
  ],
  ['How it begins', 'We mail you one link. Only when you press it, the address is on the list.'],
  ['How it ends', 'By one click in every issue, without signing in and without a reason.'],
  ['What it knows', 'The address, and when you agreed to what. No pictures that report whether you read it.'],
];

export default function NewsletterSignup() {
  const { newsletterSender, newsletterCadence } = useHub().site;
  const [search] = useSearchParams();
  return (
    <Page
      kind="form"
      title="Hear what is new"
      lead={`A short mail from ${newsletterSender} for people who build and sell their own work.`}
      aside={<SampleIssue sender={newsletterSender} />}
    >
      {search.get('done') && (
        <div className="mb-24">
          <Notice kind="ok" title="Look into your mailbox">
            One link is on its way to you. Press it, and you are on the list.
          </Notice>
        </div>
      )}
      <div className="border bg-surface p-24">
        <NewsletterBlock isMain />
      </div>

      <h2 className="mt-48 text-21">What it brings</h2>
      <Facts of={brings} />
      <h2 className="mt-48 text-21">What you can count on</h2>
      <Facts of={promises(newsletterCadence)} />
      <p className="mt-32 text-15 text-muted">
        More about your data stands in <Link href="/privacy">Privacy</Link>.
      </p>
    </Page>
  );
}

const Facts = ({ of: facts }: { of: string[][] }) => (
  <dl className="mt-16 flex flex-col gap-16">
    {facts.map(([term, words]) => (
      <div key={term}>
        <dt className="font-medium">{term}</dt>
        <dd className="text-muted">{words}</dd>
      </div>
    ))}
  </dl>
);

/** Made up, and marked so: what an issue looks like, not what one said. */
function SampleIssue({ sender }: { sender: string }) {
  return (
    <Paper label="A sample issue">
      <p className="text-13 text-muted">A sample, to show the shape of an issue</p>
      <p className="mt-16 text-13">
        From {sender}
        <br />
        Subject: A shorter way to a signed offer
      </p>
      <h2>New this month</h2>
      <p>
        The service agreement asks six questions fewer. Answers that follow from earlier ones are filled in
        and marked, so that you can still change them.
      </p>
      <h2>Worth two minutes</h2>
      <p>
        A late-payment clause is worth most before anybody is late: how to say it so that a good client nods,
        and three wordings to choose from.
      </p>
      <h2>Fixed</h2>
      <p>A document exported on a phone keeps its letterhead.</p>
      <p className="mt-24 text-13 text-muted">Unsubscribe</p>
    </Paper>
  );
}
