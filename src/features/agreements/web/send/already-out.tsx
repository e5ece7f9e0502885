import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import type { AgreementList } from '../../rules/contract.ts';
import { changePath, outOf } from '../../rules/member-addresses.ts';
import { namesOf } from '../../rules/words.ts';
import { useAnswer } from '#platform/web/use-answer.ts';

/** What is out of this document already: whoever changed it may mean to change that, and not to send another. */
export function AlreadyOut({ template }: { template: string }) {
  const { value } = useAnswer<AgreementList>(outOf(template));
  return value?.agreements.slice(0, 3).map(({ id, title, people }) => (
    <Notice
      key={id}
      still
      title={`Out to sign with ${namesOf(people.map(({ name }) => name))}`}
      actions={
        <ButtonLink size="tool" href={changePath(template, id)}>
          Change that one
        </ButtonLink>
      }
    >
      “{title}” was sent from this document. Change its text for the same people, or send another one below.
    </Notice>
  ));
}
