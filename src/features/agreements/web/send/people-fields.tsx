import { useId } from 'react';
import { randomText } from '#base/id.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, Select, TextInput } from '#ui/field.tsx';
import ArrowDown from '#ui/icons/arrow-down.ts';
import ArrowUp from '#ui/icons/arrow-up.ts';
import Plus from '#ui/icons/plus.ts';
import Trash from '#ui/icons/trash-2.ts';
import { Row, Stack } from '#ui/page.tsx';
import { Segments } from '#ui/segments.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { most } from '../../rules/addresses.ts';
import type { Role } from '../../rules/contract.ts';
import type { DraftPerson, PartyBlock, You } from '../../rules/prefilled.ts';
import { roleWords } from '../../rules/people-words.ts';
import type { Faults } from './faults.ts';
import type { SendDraft } from './send-draft.ts';

interface PeopleFieldsProps {
  draft: SendDraft;
  set(part: Partial<SendDraft>): void;
  faults: Faults;
  parties: readonly PartyBlock[];
  you: You;
}

/** Who is asked, what each of them does, and in which order. */
export function PeopleFields({ draft, set, faults, parties, you }: PeopleFieldsProps) {
  const { people, inOrder } = draft;
  const id = useId();
  const change = (at: number, part: Partial<DraftPerson>) =>
    set({ people: people.map((one, index) => (index === at ? { ...one, ...part } : one)) });
  const move = (at: number, by: -1 | 1) => {
    const next = people.toSpliced(at, 1);
    const moved = people[at];
    if (moved) set({ people: next.toSpliced(at + by, 0, moved) });
  };
  const free = () =>
    parties.findIndex((_, at) => !people.some(({ role, party }) => role === 'signs' && party === at));
  const add = (person: Partial<DraftPerson>) => {
    const party = free();
    set({
      people: [
        ...people,
        { id: randomText(8), name: '', email: '', role: 'signs', party: party < 0 ? null : party, ...person },
      ],
    });
  };
  const hasYou = people.some(({ email }) => mailAddressKey(email) === mailAddressKey(you.email));
  return (
    <section aria-labelledby={id}>
      <div className="mb-12 flex flex-wrap items-center justify-between gap-12">
        <h2 id={id} className="text-21">
          People
        </h2>
        {people.length > 1 && (
          <Segments
            label="Order"
            value={inOrder ? 'order' : 'once'}
            onChange={(value) => set({ inOrder: value === 'order' })}
            options={[
              { value: 'once', label: 'All at once' },
              { value: 'order', label: 'One after the other' },
            ]}
          />
        )}
      </div>
      <Stack gap={12}>
        {people.map((person, at) => (
          <Person
            key={person.id}
            person={person}
            at={at}
            of={people.length}
            inOrder={inOrder}
            parties={parties}
            faults={faults.people[person.id]}
            change={(part) => change(at, part)}
            move={(by) => move(at, by)}
            remove={() => set({ people: people.toSpliced(at, 1) })}
          />
        ))}
        {faults.all && <Notice kind="danger">{faults.all}</Notice>}
        {people.length < most.people && (
          <Row>
            <Button icon={Plus} onClick={() => add({})}>
              Add a person
            </Button>
            {!hasYou && you.email !== '' && (
              <Button onClick={() => add({ name: you.name, email: you.email })}>I sign, too</Button>
            )}
          </Row>
        )}
      </Stack>
    </section>
  );
}

interface PersonProps {
  person: DraftPerson;
  at: number;
  of: number;
  inOrder: boolean;
  parties: readonly PartyBlock[];
  faults: Faults['people'][string] | undefined;
  change(part: Partial<DraftPerson>): void;
  move(by: -1 | 1): void;
  remove(): void;
}

function Person({ person, at, of, inOrder, parties, faults, change, move, remove }: PersonProps) {
  const { name, email, role, party } = person;
  const who = name.trim() || `person ${at + 1}`;
  return (
    <Sheet role="group" aria-label={`Person ${at + 1}`}>
      <div className="-mt-8 -mr-12 mb-4 flex items-center justify-between">
        <span className="text-13 text-muted">{inOrder ? `${at + 1} of ${of}` : `Person ${at + 1}`}</span>
        <span className="flex">
          {inOrder && of > 1 && (
            <>
              <IconButton
                icon={ArrowUp}
                label={`Move ${who} up`}
                disabled={at === 0}
                onClick={() => move(-1)}
              />
              <IconButton
                icon={ArrowDown}
                label={`Move ${who} down`}
                disabled={at === of - 1}
                onClick={() => move(1)}
              />
            </>
          )}
          {of > 1 && <IconButton icon={Trash} label={`Remove ${who}`} onClick={remove} />}
        </span>
      </div>
      <div className="grid gap-x-16 gap-y-8 md:grid-cols-2 md:gap-y-0">
        <Field label="Name" error={faults?.name}>
          <TextInput
            maxLength={most.name}
            autoComplete="off"
            value={name}
            onChange={({ target }) => change({ name: target.value })}
          />
        </Field>
        <Field label="Email" error={faults?.email}>
          <TextInput
            type="email"
            maxLength={320}
            autoComplete="off"
            value={email}
            onChange={({ target }) => change({ email: target.value })}
          />
        </Field>
        <Field label="Role" compact>
          <Select value={role} onChange={({ target }) => change({ role: target.value as Role })}>
            {Object.entries(roleWords).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
        </Field>
        {role === 'signs' && parties.length > 0 && (
          <Field label="Signs for" error={faults?.party} compact>
            <Select
              value={party ?? ''}
              onChange={({ target }) => change({ party: target.value === '' ? null : Number(target.value) })}
            >
              {parties.map(({ heading }, index) => (
                <option key={index} value={index}>
                  {heading || `Signature block ${index + 1}`}
                </option>
              ))}
              <option value="">No block of their own</option>
            </Select>
          </Field>
        )}
      </div>
    </Sheet>
  );
}
