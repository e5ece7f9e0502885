import { useHub } from '#platform/web/hub.tsx';
import { useSearchParams } from '#platform/web/router.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';
import { Page } from '#ui/page.tsx';
import { Paper } from '#ui/paper.tsx';
import { feeds } from '../newsletter-feeds.ts';
import { NewsletterBlock } from '../newsletter-block.tsx';

export const head = () => ({
  title: 'Newsletter',
  description: 'What’s in the newsletter, how often it comes, and a sample issue.',
  feeds,
});

const brings = [
  ['New templates and documents', 'What they’re for, and what changed in ones you may already use.'],
  ['Tools', 'What’s new in the generators, the funnel builder and cart recovery.'],
  ['Resources for developers', 'One good read on contracts, pricing or selling what you built.'],
];

const promises = (cadence: string) => [
  [
    'How often',
    `${cadence.charAt(0).toUpperCase()}${cadence.slice(1)}. When there is nothing to say, there is no issue.`,
  ],
  ['How to sign up', 'We email you one link. You’re subscribed once you click it.'],
  ['How to unsubscribe', 'One click in every issue. No sign-in, no reason needed.'],
  [
    'Your data',
    'Your email address, when you agreed to what, and what you choose to get. No tracking pixels.',
  ],
];

export default function NewsletterSignup() {
  const { newsletterSender, newsletterCadence } = useHub().site;
  const [search] = useSearchParams();
  return (
    <Page
      kind="form"
      title="Get the newsletter"
      lead={`A short email from ${newsletterSender} for people who build and sell their own work.`}
      aside={<SampleIssue sender={newsletterSender} />}
    >
      {search.get('done') && (
        <div className="mb-24">
          <Notice kind="ok" title="Check your email">
            We’ve emailed you a link. Click it to subscribe.
          </Notice>
        </div>
      )}
      <div className="border bg-surface p-24">
        <NewsletterBlock isMain />
      </div>

      <h2 className="mt-48 text-21">What you get</h2>
      <Facts of={brings} />
      <h2 className="mt-48 text-21">How it works</h2>
      <Facts of={promises(newsletterCadence)} />
      <p className="mt-32">
        <Link href="/newsletter">Read past issues</Link>
      </p>
      <p className="mt-16 text-15 text-muted">
        Learn more about your data in <Link href="/privacy">Privacy</Link>.
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
      <p className="text-13 text-muted">Sample issue</p>
      <p className="mt-16 text-13">
        From {sender}
        <br />
        Subject: A shorter way to a signed offer
      </p>
      <h2>New this month</h2>
      <p>
        The service agreement asks six fewer questions. Answers that follow from earlier ones are filled in
        and marked, so you can still change them.
      </p>
      <h2>Worth two minutes</h2>
      <p>
        A late-payment clause works best before anyone is late: how to phrase it so a good client agrees, with
        three versions to choose from.
      </p>
      <h2>Fixed</h2>
      <p>Documents exported on a phone now keep their letterhead.</p>
      <p className="mt-24 text-13 text-muted">Unsubscribe</p>
    </Paper>
  );
}
