import type { ReactNode } from 'react';
import { useHub } from '#platform/web/hub.tsx';
import { useSearchParams } from '#platform/web/router.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Checkbox } from '#ui/choice.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Page, Row, Stack } from '#ui/page.tsx';
import type { PreferencesAnswer, Press, ReaderShown } from '../rules/newsletter-contract.ts';
import { preferencesApi } from '../rules/newsletter-paths.ts';
import { dayOf } from './newsletter-feeds.ts';

export const preferencesHead = () => ({
  title: 'Newsletter preferences',
  description: 'Choose what you get, and how often.',
});

/** Plain forms: each press goes to the server and comes back, with a script or without. Opening the link changes nothing. */
export function NewsletterPreferences({ data: { reader, topics } }: { data: PreferencesAnswer }) {
  const [search] = useSearchParams();
  const token = search.get('t') ?? '';
  if (!reader)
    return (
      <Page kind="form" title="Newsletter preferences">
        <ErrorState
          title="This link doesn’t work"
          safe="It’s incomplete, or its email address is no longer in our records. Open it from the email."
          actions={
            <ButtonLink variant="primary" href="/newslettersignup">
              Subscribe
            </ButtonLink>
          }
        />
      </Page>
    );
  const done = { did: search.get('did') ?? '', was: (search.get('was') ?? '').split('.').filter(Boolean) };
  return (
    <Page
      kind="form"
      title="Newsletter preferences"
      lead={<span className="wrap-anywhere">For {reader.address}</span>}
    >
      <Stack gap={32}>
        <Done token={token} reader={reader} topics={topics} {...done} />
        {reader.isSubscribed && <Choices token={token} reader={reader} topics={topics} />}
      </Stack>
    </Page>
  );
}

interface Shown {
  token: string;
  reader: ReaderShown;
  topics: PreferencesAnswer['topics'];
}

/** What the last press did, as far as it is still so, and how to undo it. */
function Done({ token, reader, topics, did, was }: Shown & { did: string; was: string[] }) {
  const { language } = useHub().site;
  if (!reader.isSubscribed)
    return (
      <Notice
        still
        kind="ok"
        title="You’re unsubscribed."
        actions={
          reader.canReturn ? (
            <PressForm token={token} press="resubscribe">
              <Button type="submit">Undo</Button>
            </PressForm>
          ) : (
            <ButtonLink href="/newslettersignup">Subscribe again</ButtonLink>
          )
        }
      >
        {reader.address} gets no more issues. Email about your account and orders still comes.
      </Notice>
    );
  const undo = (press: Press, kept?: ReactNode) => (
    <PressForm token={token} press={press}>
      {kept}
      <Button type="submit">Undo</Button>
    </PressForm>
  );
  if (did === 'pause' && reader.pausedUntil !== null)
    return (
      <Notice
        still
        kind="ok"
        title={`Paused until ${dayOf(reader.pausedUntil, language)}.`}
        actions={undo('resume')}
      >
        Issues sent until then don’t reach you. After that they come again by themselves.
      </Notice>
    );
  if (did === 'resume' && reader.pausedUntil === null)
    return (
      <Notice still kind="ok" title="The pause is over." actions={undo('pause')}>
        You’ll get the next issue.
      </Notice>
    );
  if (did === 'fewer' && reader.isFewer)
    return (
      <Notice still kind="ok" title="You’ll get one issue a month at most." actions={undo('all')}>
        If there were several, the newest one.
      </Notice>
    );
  if (did === 'all' && !reader.isFewer)
    return (
      <Notice still kind="ok" title="You’ll get every issue." actions={undo('fewer')}>
        As often as they’re sent.
      </Notice>
    );
  if (did === 'topics') {
    const names = topics.filter(({ id }) => reader.topics.includes(id)).map(({ label }) => label);
    const before = was.length > 0 ? was : topics.map(({ id }) => id);
    return (
      <Notice
        still
        kind="ok"
        title="Topics saved."
        actions={undo(
          'topics',
          before.map((id) => <input key={id} type="hidden" name={`topic-${id}`} value="on" />),
        )}
      >
        {names.length > 0
          ? `You’ll get issues about: ${names.join('; ')}. Issues for everyone come, too.`
          : 'You’ll get issues about every topic.'}
      </Notice>
    );
  }
  if (did === 'resubscribe')
    return (
      <Notice still kind="ok" title="You’re subscribed again.">
        You’ll get the next issue.
      </Notice>
    );
  return null;
}

function Choices({ token, reader, topics }: Shown) {
  const { language } = useHub().site;
  return (
    <>
      {topics.length > 0 && (
        <PressForm token={token} press="topics">
          <fieldset>
            <legend className="text-21 font-bold">Topics</legend>
            <p className="mt-8 text-muted">Choose none to get everything.</p>
            <Stack gap={8} className="mt-16">
              {topics.map(({ id, label }) => (
                <Checkbox
                  key={id}
                  name={`topic-${id}`}
                  label={label}
                  defaultChecked={reader.topics.includes(id)}
                />
              ))}
            </Stack>
          </fieldset>
          <Row className="mt-16">
            <Button type="submit" variant="primary">
              Save topics
            </Button>
          </Row>
        </PressForm>
      )}
      <Part
        title="How often"
        words={reader.isFewer ? 'You get one issue a month at most, the newest.' : 'You get every issue.'}
      >
        <PressForm token={token} press={reader.isFewer ? 'all' : 'fewer'}>
          <Button type="submit">{reader.isFewer ? 'Get every issue' : 'Get one a month at most'}</Button>
        </PressForm>
      </Part>
      <Part
        title="Pause"
        words={
          reader.pausedUntil === null
            ? 'No issues for 30 days. Then they come again by themselves.'
            : `Paused until ${dayOf(reader.pausedUntil, language)}.`
        }
      >
        <PressForm token={token} press={reader.pausedUntil === null ? 'pause' : 'resume'}>
          <Button type="submit">{reader.pausedUntil === null ? 'Pause for 30 days' : 'End the pause'}</Button>
        </PressForm>
      </Part>
      <Part title="Unsubscribe" words="No more issues. You can undo it here for a day.">
        <PressForm token={token} press="unsubscribe">
          <Button type="submit" variant="danger">
            Unsubscribe from all issues
          </Button>
        </PressForm>
      </Part>
    </>
  );
}

const Part = ({ title, words, children }: { title: string; words: string; children: ReactNode }) => (
  <section className="border-t pt-24">
    <h2 className="text-21">{title}</h2>
    <p className="mt-8 mb-16 text-muted">{words}</p>
    {children}
  </section>
);

const PressForm = ({ token, press, children }: { token: string; press: Press; children: ReactNode }) => (
  <form method="post" action={preferencesApi}>
    <input type="hidden" name="t" value={token} />
    <input type="hidden" name="do" value={press} />
    {children}
  </form>
);
