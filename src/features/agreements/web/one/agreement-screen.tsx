import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { withSession } from '#platform/web/session.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { Icon } from '#ui/icon.tsx';
import Download from '#ui/icons/download.ts';
import Ellipsis from '#ui/icons/ellipsis.ts';
import { Link } from '#ui/link.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Page, Stack } from '#ui/page.tsx';
import { Paper } from '#ui/paper.tsx';
import { Stamp } from '#ui/stationery.tsx';
import { toast } from '#ui/toast.tsx';
import { agreementsPath } from '../../rules/addresses.ts';
import { agreementsApi, changePath } from '../../rules/member-addresses.ts';
import type { AgreementDetail } from '../../rules/contract.ts';
import { stateSentence } from '../../rules/words.ts';
import { problemWords, useDates } from '../dates.ts';
import type { DocPart } from '../doc-part.ts';
import { type CommentBody, CommentDialog } from '../talk/comment-dialog.tsx';
import { Comments } from '../talk/comments.tsx';
import { notesFor } from '../talk/notes.tsx';
import type { At } from '../talk/use-older.ts';
import { BegunList } from '../talk/begun-list.tsx';
import { useBegun } from '../talk/use-begun.ts';
import { useAnswer } from '#platform/web/use-answer.ts';
import { DatesSection } from '../due/dates-section.tsx';
import type { Act } from './act.ts';
import { DeleteDialog, ExtendDialog, WithdrawDialog } from './dialogs.tsx';
import { Log } from './log.tsx';
import { People } from './people.tsx';
import { settleActs } from './settle.tsx';
import { Versions } from './versions.tsx';

interface AgreementScreenProps {
  id: string;
  doc: DocPart;
  /** What is offered once everybody has signed, and what came of it. */
  after: ComponentType<{ detail: AgreementDetail }> | undefined;
}

/** One agreement as its sender sees it: where it stands, and everything that can be done about it. */
export function AgreementScreen({ id, doc, after }: AgreementScreenProps) {
  const { value, problem, retry, set } = useAnswer<AgreementDetail>(agreementsApi.one(id));
  const isUnsealed = value?.agreement.state === 'signed' && !value.agreement.isSealed;
  useEffect(() => {
    // The final file is made right after the last signature.
    const timer = isUnsealed ? setInterval(retry, 5000) : undefined;
    return () => clearInterval(timer);
  }, [isUnsealed, retry]);
  if (value) return <One detail={value} onChange={set} page={doc} after={after} />;
  if (problem)
    return (
      <Page kind="list" title="Agreement">
        <ErrorState
          title={
            problem.code === 'not_found' ? 'We can’t find this agreement' : 'Couldn’t load this agreement'
          }
          safe={
            problem.code === 'not_found' ? undefined : 'Nothing has changed. Links you sent keep working.'
          }
          actions={
            <>
              {problem.code !== 'not_found' && <Button onClick={retry}>Try again</Button>}
              <ButtonLink href={agreementsPath}>All agreements</ButtonLink>
            </>
          }
        >
          {problem.message}
        </ErrorState>
      </Page>
    );
  return (
    <Page kind="list" title="Agreement" aside={<Skeleton rows={8} label="Loading what happened" />}>
      <Stack gap={48}>
        <Skeleton shape="table" rows={3} label="Loading the people" />
        <Skeleton shape="paper" label="Loading the document" />
      </Stack>
    </Page>
  );
}

type Asked = 'withdraw' | 'extend' | 'delete' | null;

interface OneProps {
  detail: AgreementDetail;
  onChange(detail: AgreementDetail): void;
  page: DocPart;
  after: AgreementScreenProps['after'];
}

function One({ detail, onChange, page: Doc, after: After }: OneProps) {
  const { day } = useDates();
  const navigate = useNavigate();
  const { agreement, comments, doc, versions } = detail;
  const [asked, setAsked] = useState<Asked>(null);
  const [at, setAt] = useState<At | null>(null);
  const [begun, keepBegun] = useBegun(agreement.id);
  const isOpen = agreement.state === 'out';
  const isSealed = agreement.state === 'signed' && agreement.isSealed;
  const version = versions.at(-1)?.version ?? 1;
  const notes = useMemo(
    () => (isOpen ? notesFor(comments, (place) => setAt({ version, place })) : null),
    [isOpen, comments, version],
  );
  const talked = {
    doc,
    version,
    kept: begun,
    keep: keepBegun,
    pathOf: (older: number) => agreementsApi.version(agreement.id, older),
  };
  useEffect(() => {
    if (agreement.unread > 0) void api(agreementsApi.read(agreement.id), { method: 'POST' }).catch(() => {});
  }, [agreement.id, agreement.unread]);

  const act: Act = async (path, body = {}, words, method = 'POST') => {
    const answer = await withSession(() => api<unknown>(path, { method, body }));
    const isWhole = typeof answer === 'object' && answer !== null && 'people' in answer && 'events' in answer;
    onChange(
      isWhole
        ? (answer as AgreementDetail)
        : await withSession(() => api<AgreementDetail>(agreementsApi.one(agreement.id))),
    );
    if (words) toast.success(words);
  };
  const told = (doing: Promise<void>) => void doing.catch((thrown) => toast.error(problemWords(thrown)));

  return (
    <Page
      kind="list"
      title={agreement.title}
      lead={stateSentence(agreement, day)}
      actions={
        <>
          <ButtonLink
            href={agreementsApi.file(agreement.id)}
            download=""
            icon={Download}
            variant={isSealed ? 'primary' : 'secondary'}
          >
            {isSealed ? 'Download signed PDF' : 'Download PDF'}
          </ButtonLink>
          {(isOpen || agreement.state !== 'signed' || isSealed) && (
            <Menu label={<Icon of={Ellipsis} />} name="More" chevron={false} square align="end">
              {(isOpen || agreement.state === 'expired') && (
                <MenuItem onAct={() => setAsked('extend')}>Extend the deadline</MenuItem>
              )}
              {isOpen && (
                <MenuItem onAct={() => setAt({ version, place: '' })}>Comment on the document</MenuItem>
              )}
              {isOpen && <MenuItem onAct={() => setAsked('withdraw')}>Withdraw</MenuItem>}
              {!isOpen && <MenuItem onAct={() => setAsked('delete')}>Delete</MenuItem>}
            </Menu>
          )}
        </>
      }
      aside={
        <Stack gap={32}>
          {agreement.state === 'signed' && agreement.endedAt && (
            <div>
              <Stamp date={day(agreement.endedAt)}>Signed</Stamp>
            </div>
          )}
          <Log detail={detail} />
          <Versions agreement={agreement} versions={versions} />
        </Stack>
      }
    >
      <Stack gap={48}>
        <People detail={detail} act={act} />
        {agreement.state === 'signed' && <DatesSection detail={detail} act={act} />}
        {After && (isSealed || detail.follows !== null || detail.followedBy.length > 0) && (
          <After detail={detail} />
        )}
        {isOpen && <BegunList {...talked} onOpen={setAt} />}
        {comments.length > 0 && (
          <Comments
            comments={comments}
            youAre={null}
            doc={doc}
            version={version}
            onOpen={isOpen ? setAt : undefined}
            acts={(comment) => isOpen && settleActs({ detail, comment, act, told })}
          />
        )}
        <section aria-labelledby="agreement-text">
          <div className="mb-12 flex flex-wrap items-baseline justify-between gap-x-16">
            <h2 id="agreement-text" className="text-21">
              The document
            </h2>
            {detail.template && (
              <Link
                href={
                  isOpen
                    ? changePath(detail.template, agreement.id)
                    : `/tools/document-editor?template=${encodeURIComponent(detail.template)}`
                }
              >
                {isOpen ? 'Change the document' : 'Open the saved template'}
              </Link>
            )}
          </div>
          <Paper
            label={`Text of ${agreement.title}`}
            className={isOpen ? 'ui-talked' : undefined}
            {...notes?.press}
          >
            <Doc blocks={doc.blocks} {...(notes && { around: notes.around })} />
          </Paper>
        </section>
      </Stack>
      <WithdrawDialog open={asked === 'withdraw'} onClose={() => setAsked(null)} detail={detail} act={act} />
      <DeleteDialog
        open={asked === 'delete'}
        onClose={() => setAsked(null)}
        detail={detail}
        remove={async () => {
          await withSession(() => api(agreementsApi.one(agreement.id), { method: 'DELETE' }));
          toast.success(`“${agreement.title}” was deleted.`);
          navigate(agreementsPath);
        }}
      />
      <ExtendDialog open={asked === 'extend'} onClose={() => setAsked(null)} detail={detail} act={act} />
      <CommentDialog
        {...talked}
        at={at}
        onClose={() => setAt(null)}
        comments={comments}
        youAre={null}
        send={(body: CommentBody) =>
          act(agreementsApi.comments(agreement.id), { ...body }, 'Added. Everyone in this agreement sees it.')
        }
      />
    </Page>
  );
}
