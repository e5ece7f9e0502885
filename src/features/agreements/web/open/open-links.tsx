import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Copied } from '#ui/copied.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Stack } from '#ui/page.tsx';
import { Qr } from '#ui/qr.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { toast } from '#ui/toast.tsx';
import { agreementsPath } from '../../rules/addresses.ts';
import { fromLinkPath, openApi } from '../../rules/open-addresses.ts';
import type { OpenHead } from '../../rules/open-contract.ts';
import { openSentence } from '../../rules/open.ts';
import { problemWords, useDates } from '../dates.ts';
import { useAnswer } from '#platform/web/use-answer.ts';

/** Links that anybody can sign by, or the one whose agreements are listed below. */
export function OpenLinks({ only }: { only: string }) {
  const { value, problem, retry, set } = useAnswer<{ links: OpenHead[] }>(openApi.all);
  if (problem)
    return (
      <Notice
        kind="warn"
        title="Couldn’t load your open links"
        actions={
          <Button size="tool" onClick={retry}>
            Try again
          </Button>
        }
      >
        {problem.message} They keep working.
      </Notice>
    );
  const links = value?.links ?? [];
  const shown = only === '' ? links : links.filter(({ id }) => id === only);
  const replace = (id: string, next: OpenHead | null) =>
    set({ links: links.flatMap((one) => (one.id === id ? (next ?? []) : one)) });
  return (
    <>
      {shown.map((link) => (
        <OpenLink
          key={link.id}
          link={link}
          isAlone={only !== ''}
          onChange={(next) => replace(link.id, next)}
        />
      ))}
    </>
  );
}

interface OpenLinkProps {
  link: OpenHead;
  isAlone: boolean;
  onChange(next: OpenHead | null): void;
}

type Asked = 'share' | 'close' | 'delete' | null;

function OpenLink({ link, isAlone, onChange }: OpenLinkProps) {
  const { day } = useDates();
  const [asked, setAsked] = useState<Asked>(null);
  const { id, title, path, state } = link;
  const address = new URL(path, location.origin).href;
  const isLive = state === 'open' || state === 'full';
  return (
    <Sheet role="group" aria-label={`Open link: ${title}`}>
      <div className="flex flex-col gap-12 md:flex-row md:items-start md:justify-between md:gap-24">
        <div className="min-w-0">
          <p className="text-13 text-muted">Open link</p>
          <p className="font-medium break-words">{title}</p>
          <p className="text-15 text-muted">{openSentence(link, day)}</p>
        </div>
        <div className="ui-actions flex-none">
          {isLive && !isAlone && <Button onClick={() => setAsked('share')}>Share</Button>}
          {isAlone ? (
            <ButtonLink href={agreementsPath}>All agreements</ButtonLink>
          ) : (
            <ButtonLink href={fromLinkPath(id)}>Agreements</ButtonLink>
          )}
          <Button variant="quiet" onClick={() => setAsked(isLive ? 'close' : 'delete')}>
            {isLive ? 'Close' : 'Delete'}
          </Button>
        </div>
      </div>
      {isLive && isAlone && (
        <div className="mt-16">
          <Shared address={address} />
        </div>
      )}
      <Dialog open={asked === 'share'} onClose={() => setAsked(null)} title={`Link to “${title}”`}>
        <Shared address={address} />
      </Dialog>
      <EndDialog
        asked={asked === 'close' || asked === 'delete' ? asked : null}
        link={link}
        onClose={() => setAsked(null)}
        onChange={onChange}
      />
    </Sheet>
  );
}

/** Taken along as text, or held up to be scanned. */
const Shared = ({ address }: { address: string }) => (
  <Stack gap={16}>
    <Copied label="Link" value={address} />
    <Qr text={address} label="QR code of the link" />
  </Stack>
);

interface EndDialogProps {
  asked: 'close' | 'delete' | null;
  link: OpenHead;
  onClose(): void;
  onChange(next: OpenHead | null): void;
}

function EndDialog({ asked, link, onClose, onChange }: EndDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const isDelete = asked === 'delete';
  async function end() {
    setBusy(true);
    setFailed(null);
    try {
      if (isDelete) {
        await withSession(() => api(openApi.one(link.id), { method: 'DELETE' }));
        toast.success('Link deleted.');
        onChange(null);
      } else {
        await withSession(() => api(openApi.close(link.id), { method: 'POST', body: {} }));
        toast.success('Link closed. Nobody can sign by it anymore.');
        onChange({ ...link, state: 'closed', begun: 0 });
      }
      onClose();
    } catch (thrown) {
      setFailed(problemWords(thrown));
    }
    setBusy(false);
  }
  return (
    <Dialog
      open={asked !== null}
      onClose={onClose}
      title={isDelete ? 'Delete this link?' : 'Close this link?'}
      actions={
        <>
          <Button onClick={onClose}>{isDelete ? 'Keep it' : 'Keep it open'}</Button>
          <Button
            variant="danger"
            busy={isBusy && (isDelete ? 'Deleting' : 'Closing')}
            onClick={() => void end()}
          >
            {isDelete ? 'Delete' : 'Close the link'}
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <p>
          {isDelete
            ? 'What was signed by it stays among your agreements.'
            : 'Nobody can sign by it anymore, and it can’t be reopened. What was signed stays.'}
        </p>
        {failed && <Notice kind="danger">{failed}</Notice>}
      </Stack>
    </Dialog>
  );
}
