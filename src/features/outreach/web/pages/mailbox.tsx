import { useCallback, useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Column, Columns, Page } from '#ui/page.tsx';
import { RailItem } from '#ui/tool-page.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { Tag } from '#ui/text.tsx';

export const head = () => ({
  title: 'Mailbox',
  description: 'Email that this site saves instead of sending.',
});

interface Entry {
  id: string;
  to: string;
  subject: string;
  purpose: string;
  kind: string;
  state: string;
  note: string | null;
  createdAt: string;
  file: string | null;
}

interface Text {
  id: string;
  to: string;
  text: string;
  state: string;
  note: string | null;
  createdAt: string;
}

type Mail = Entry & { html: string; text: string };

/** For whoever builds and tries this hub on a machine of their own. */
export default function Mailbox() {
  const [mails, setMails] = useState<Entry[] | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  const [texts, setTexts] = useState<Text[]>([]);

  const look = useCallback(
    () =>
      Promise.all([
        api<{ mails: Entry[] }>('/api/dev/mailbox'),
        api<{ texts: Text[] }>('/api/dev/texts').then((answer) => setTexts(answer.texts)),
      ]).then(
        ([answer]) => {
          setProblem(null);
          setMails(answer.mails);
        },
        (error: unknown) => setProblem(error instanceof Problem ? error : new Problem('unavailable')),
      ),
    [],
  );
  useEffect(() => void look(), [look]);

  return (
    <Page
      kind="list"
      title="Mailbox"
      lead="Email that this site saves instead of sending: only on this machine, until you set PUBLIC_URL."
      actions={<Button onClick={() => void look()}>Refresh</Button>}
    >
      {problem ? (
        <Refused problem={problem} />
      ) : mails === null ? (
        <Skeleton shape="table" label="Loading emails" />
      ) : mails.length === 0 && texts.length === 0 ? (
        <EmptyState title="No emails yet">Emails appear here instead of being sent.</EmptyState>
      ) : (
        <Columns className="gap-y-32">
          {texts.length > 0 && <Texts texts={texts} />}
          <Column span={4}>
            <nav aria-label="Emails">
              {mails.map(({ id, to, subject, createdAt }) => (
                <RailItem
                  key={id}
                  current={id === chosen}
                  onAct={() => setChosen(id)}
                  note={clock(createdAt)}
                >
                  {subject}
                  <br />
                  <span className="text-13 text-muted">{to}</span>
                </RailItem>
              ))}
            </nav>
          </Column>
          <Column span={8}>
            {chosen ? (
              <Letter key={chosen} id={chosen} />
            ) : (
              <p className="text-muted">Choose an email to read.</p>
            )}
          </Column>
        </Columns>
      )}
    </Page>
  );
}

/** What would have gone to phones. */
const Texts = ({ texts }: { texts: readonly Text[] }) => (
  <Column span={12}>
    <section aria-labelledby="texts">
      <h2 id="texts" className="mb-12 text-21">
        Text messages
      </h2>
      <ul className="flex flex-col gap-12">
        {texts.map(({ id, to, text, state, note, createdAt }) => (
          <li key={id} className="border-t border-hairline pt-12">
            <p className="text-13 text-muted">
              To {to}, {clock(createdAt)} <Tag>{note ? `${state}: ${note}` : state}</Tag>
            </p>
            <p className="break-words whitespace-pre-wrap">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  </Column>
);

/** On a live hub there is no mailbox; from another machine it does not answer. */
function Refused({ problem }: { problem: Problem }) {
  return problem.code === 'not_found' ? (
    <EmptyState title="No mailbox here">Open this page on the machine that runs the site.</EmptyState>
  ) : (
    <ErrorState title="Couldn’t load the mailbox" safe={problem.message} />
  );
}

const clock = (iso: string): string => new Date(iso).toLocaleTimeString([], { timeStyle: 'short' });

function Letter({ id }: { id: string }) {
  const [mail, setMail] = useState<Mail | null>(null);
  useEffect(() => {
    let isWanted = true;
    api<Mail>(`/api/dev/mailbox/${encodeURIComponent(id)}`).then(
      (read) => isWanted && setMail(read),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [id]);
  if (!mail) return <Skeleton rows={8} label="Loading the email" />;
  const headers = [
    ['To', mail.to],
    ['Subject', mail.subject],
    ['Date', new Date(mail.createdAt).toLocaleString()],
    ['Kind', `${mail.kind}, ${mail.purpose}`],
    ['State', mail.note ? `${mail.state}: ${mail.note}` : mail.state],
    ...(mail.file ? [['Attached', mail.file]] : []),
    ['Message', mail.id],
  ];
  return (
    <article aria-label={mail.subject}>
      <h2 className="text-21">{mail.subject}</h2>
      <p className="mt-4 mb-16 text-15 text-muted">
        To {mail.to} <Tag tone={mail.state === 'failed' ? 'danger' : 'plain'}>{mail.state}</Tag>
        {mail.file && <> Attached: {mail.file}</>}
      </p>
      <Tabs
        label="View"
        tabs={[
          { id: 'html', label: 'As HTML', content: <Rendered html={mail.html} /> },
          { id: 'text', label: 'As text', content: <Plain text={mail.text} /> },
          {
            id: 'headers',
            label: 'Headers',
            content: <Plain text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')} />,
          },
        ]}
      />
    </article>
  );
}

/** Nothing in it runs, and its links open beside it. */
const Rendered = ({ html }: { html: string }) => (
  <iframe
    title="Email"
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    srcDoc={html.replace('<head>', '<head><base target="_blank">')}
    className="h-dvh w-full border"
  />
);

const Plain = ({ text }: { text: string }) => (
  <pre className="border bg-surface p-16 text-13 whitespace-pre-wrap">{text}</pre>
);
