import { useNavigate } from '#platform/web/router.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Page, Stack } from '#ui/page.tsx';
import { Tag } from '#ui/text.tsx';
import { peoplePath } from '../paths.ts';
import { useDrafts } from '../use-drafts.ts';
import { soundTyped } from './typed-person.ts';

/** Deleted, here or on another device. What was typed about them and not saved is shown, and goes with one press. */
export function GonePerson({ id }: { id: string }) {
  const drafts = useDrafts('followups-people', soundTyped);
  const navigate = useNavigate();
  const draft = drafts.all[id];
  if (!draft)
    return (
      <Page kind="list" title="Person">
        <ErrorState
          title="We can’t find this person"
          actions={<ButtonLink href={peoplePath}>All people</ButtonLink>}
        >
          They may have been deleted.
        </ErrorState>
      </Page>
    );
  const fields = draft.fields.filter(({ name }) => name.trim() !== '');
  return (
    <Page kind="list" title={draft.name || 'Person'}>
      <Stack>
        <Notice
          kind="warn"
          still
          title="This person was deleted"
          actions={
            <>
              <ButtonLink size="tool" href={peoplePath}>
                All people
              </ButtonLink>
              <Button
                size="tool"
                variant="quiet"
                onClick={() => {
                  drafts.drop(id);
                  navigate(peoplePath, { replace: true });
                }}
              >
                Discard what I typed
              </Button>
            </>
          }
        >
          What you typed about them isn’t saved. Add them again under All people if they still want to hear
          from you.
        </Notice>
        {draft.tags.length > 0 && (
          <p className="flex flex-wrap gap-8">
            {draft.tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </p>
        )}
        {fields.length > 0 && (
          <dl className="flex flex-col gap-8">
            {fields.map(({ name, value }) => (
              <div key={name}>
                <dt className="text-15 text-muted">{name}</dt>
                <dd className="break-words">{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </Stack>
    </Page>
  );
}
