import { type FormEvent, useState } from 'react';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Stack } from '#ui/page.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { Tag } from '#ui/text.tsx';
import { toast } from '#ui/toast.tsx';
import { Problem } from '#base/problem.ts';
import { agreementsApi, most } from '../../rules/addresses.ts';
import type { AgreementDetail, AgreementPerson } from '../../rules/contract.ts';
import { personTags, roleWords } from '../../rules/people-words.ts';
import { problemWords, useDates } from '../dates.ts';
import type { Act } from './act.ts';

const stillActs = ({ role, state }: AgreementPerson): boolean =>
  role !== 'copy' && (state === 'asked' || state === 'seen');

/** Who is asked, how far each of them is, and what helps them along. */
export function People({ detail, act }: { detail: AgreementDetail; act: Act }) {
  const { agreement, people } = detail;
  const [mended, setMended] = useState<AgreementPerson | null>(null);
  const turns = new Set(people.filter(({ role }) => role !== 'copy').map(({ turn }) => turn));
  return (
    <section aria-labelledby="agreement-people">
      <h2 id="agreement-people" className="mb-12 text-21">
        People
      </h2>
      <Sheet>
        <ul className="-my-16">
          {people.map((person) => (
            <PersonRow
              key={person.n}
              person={person}
              link={agreement.link}
              isOut={agreement.state === 'out'}
              hasOrder={turns.size > 1}
              remind={() =>
                act(agreementsApi.remind(agreement.id, person.n), {}, `${person.name} was reminded.`)
              }
              mend={() => setMended(person)}
            />
          ))}
        </ul>
      </Sheet>
      <AddressDialog
        person={mended}
        onClose={() => setMended(null)}
        save={(person, to) =>
          act(agreementsApi.address(agreement.id, person.n), to, `Saved. ${to.name} was emailed a new link.`)
        }
      />
    </section>
  );
}

interface PersonRowProps {
  person: AgreementPerson;
  link: string | null;
  isOut: boolean;
  hasOrder: boolean;
  remind(): Promise<void>;
  mend(): void;
}

function PersonRow({ person, link, isOut, hasOrder, remind, mend }: PersonRowProps) {
  const { moment } = useDates();
  const [isBusy, setBusy] = useState(false);
  const { name, email, role, turn, state, at, bounced, reason, isYou } = person;
  const now = bounced ? { words: 'Email bounced', tone: 'danger' as const } : personTags[state];
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-24 gap-y-8 border-t border-hairline py-16 first:border-t-0">
      <div className="min-w-0 flex-1 max-md:basis-full">
        <p className="font-medium break-words">
          {hasOrder && role !== 'copy' && <span className="mr-8 text-muted">{turn}.</span>}
          {name}
          {isYou && <span className="font-normal text-muted"> (you)</span>}
        </p>
        <p className="text-15 [overflow-wrap:anywhere] text-muted">{email}</p>
        {reason && <p className="mt-8 text-15 break-words">“{reason}”</p>}
        {bounced && isOut && (
          <p className="mt-8 text-15">
            The email didn’t arrive. Correct the address, and we email them again.
          </p>
        )}
      </div>
      <div className="flex flex-col gap-4 md:items-end">
        <span>
          <Tag tone={now.tone}>{now.words}</Tag>
        </span>
        <span className="text-13 text-muted">
          {roleWords[role]}
          {at && ` · ${moment(at)}`}
        </span>
      </div>
      {isOut && (stillActs(person) || bounced) && (
        <div className="ui-actions w-full">
          {isYou && link !== null && stillActs(person) && (
            <ButtonLink size="tool" variant="primary" href={link}>
              {role === 'signs' ? 'Review and sign' : 'Review and approve'}
            </ButtonLink>
          )}
          {!isYou && !bounced && (
            <Button
              size="tool"
              busy={isBusy && 'Reminding'}
              onClick={() => {
                setBusy(true);
                void remind()
                  .catch((thrown: unknown) => toast.error(problemWords(thrown)))
                  .finally(() => setBusy(false));
              }}
            >
              Remind
            </Button>
          )}
          {!isYou && (
            <Button size="tool" variant={bounced ? 'primary' : 'secondary'} onClick={mend}>
              Correct the email address
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

interface AddressDialogProps {
  person: AgreementPerson | null;
  onClose(): void;
  save(person: AgreementPerson, to: { name: string; email: string }): Promise<void>;
}

function AddressDialog({ person, onClose, save }: AddressDialogProps) {
  return (
    <Dialog open={person !== null} onClose={onClose} title="Correct the email address">
      {person && <AddressForm person={person} onClose={onClose} save={(to) => save(person, to)} />}
    </Dialog>
  );
}

function AddressForm({
  person,
  onClose,
  save,
}: {
  person: AgreementPerson;
  onClose(): void;
  save(to: { name: string; email: string }): Promise<void>;
}) {
  const [to, setTo] = useState({ name: person.name, email: person.email });
  const [error, setError] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function send(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setError(null);
    setFailed(null);
    setBusy(true);
    try {
      await save({ name: to.name.trim(), email: to.email.trim() });
      onClose();
    } catch (thrown) {
      const field = thrown instanceof Problem ? thrown.details.fields?.['email'] : undefined;
      if (field) setError(field);
      else setFailed(problemWords(thrown));
    }
    setBusy(false);
  }
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Stack gap={16}>
        <p>They get a new link at this address. The link sent before stops working.</p>
        <Field label="Name" compact>
          <TextInput
            maxLength={most.name}
            autoComplete="off"
            value={to.name}
            onChange={({ target }) => setTo({ ...to, name: target.value })}
          />
        </Field>
        <Field label="Email address" error={error} compact>
          <TextInput
            type="email"
            maxLength={320}
            autoComplete="off"
            value={to.email}
            onChange={({ target }) => setTo({ ...to, email: target.value })}
          />
        </Field>
        {failed && <Notice kind="danger">{failed}</Notice>}
        <div className="ui-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isBusy && 'Saving'}>
            Save and email them
          </Button>
        </div>
      </Stack>
    </form>
  );
}
