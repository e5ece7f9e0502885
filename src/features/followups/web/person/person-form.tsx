import { useState } from 'react';
import { Problem } from '#base/problem.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { useFirstWrong } from '#ui/first-wrong.ts';
import X from '#ui/icons/x.ts';
import { Column, Columns, Row, Stack } from '#ui/page.tsx';
import { Tag } from '#ui/text.tsx';
import { toast } from '#ui/toast.tsx';
import type { PersonDetail } from '../../rules/contract.ts';
import { savePerson } from '../calls.ts';
import { problemWords } from '../say.ts';
import { useDrafts } from '../use-drafts.ts';
import { NoRoom } from '../editor/conflict.tsx';
import { ZoneField } from '../zone-field.tsx';
import { FieldRows } from './field-rows.tsx';
import { bodyOf, soundTyped, type TypedPerson, typedOf } from './typed-person.ts';
import { TagAdder } from './tag-adder.tsx';

interface PersonFormProps {
  person: PersonDetail['person'];
  tags: readonly string[];
  onSaved(detail: PersonDetail): void;
  /** Deleted on another device meanwhile. */
  onGone(): void;
}

/** What is known of a person and can be changed. What is typed stays on this device until it is saved. */
export function PersonForm({ person, tags, onSaved, onGone }: PersonFormProps) {
  const drafts = useDrafts('followups-people', soundTyped);
  const draft = drafts.all[person.id];
  const typed = draft ?? typedOf(person);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [failed, setFailed] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { place, refused } = useFirstWrong<HTMLDivElement>();
  const set = (change: Partial<TypedPerson>) => drafts.put(person.id, { ...typed, ...change });

  async function save(): Promise<void> {
    setBusy(true);
    setFaults({});
    setFailed(null);
    try {
      onSaved(await savePerson(person.id, { ...bodyOf(typed), was: typed.was }));
      drafts.drop(person.id);
      toast.success('Saved.');
    } catch (thrown) {
      if (thrown instanceof Problem && thrown.code === 'not_found') return onGone();
      const fields = thrown instanceof Problem ? (thrown.details.fields ?? {}) : {};
      setFaults(fields);
      if (Object.keys(fields).length > 0) refused();
      setFailed(problemWords(thrown));
    }
    setBusy(false);
  }
  const discard = () => {
    drafts.drop(person.id);
    toast.plain('Changes discarded.', {
      action: { label: 'Undo', onAct: () => draft && drafts.put(person.id, draft) },
    });
  };

  return (
    <section aria-labelledby="about">
      <div ref={place}>
        <Stack>
          <Row className="justify-between">
            <Row gap={8}>
              <h2 id="about" className="text-21">
                About them
              </h2>
              {draft && <Tag tone="warn">Not saved</Tag>}
            </Row>
            <Row gap={8}>
              {draft && (
                <Button variant="quiet" size="tool" onClick={discard}>
                  Discard changes
                </Button>
              )}
              <Button size="tool" busy={isBusy && 'Saving'} onClick={() => void save()}>
                Save
              </Button>
            </Row>
          </Row>
          {drafts.isFull && draft && <NoRoom />}
          {failed && (
            <Notice kind="danger" title="Not saved">
              {failed} What you typed is still here.
            </Notice>
          )}
          <Columns className="gap-y-16">
            <Column span={6} tablet={6}>
              <Field label="Name" compact error={faults['name']}>
                <TextInput
                  value={typed.name}
                  maxLength={120}
                  onChange={({ currentTarget }) => set({ name: currentTarget.value })}
                />
              </Field>
            </Column>
            <Column span={6} tablet={6}>
              <ZoneField
                label="Time zone"
                value={typed.timeZone}
                set={(timeZone) => set({ timeZone })}
                hint="Empty means we don’t know it: yours is used."
              />
            </Column>
          </Columns>
          <div role="group" aria-label="Tags">
            <p className="ui-label mb-8">Tags</p>
            {typed.tags.length > 0 && (
              <ul className="mb-8 flex flex-wrap gap-8">
                {typed.tags.map((tag) => (
                  <li key={tag} className="flex items-center">
                    <Tag>{tag}</Tag>
                    <IconButton
                      size="tool"
                      icon={X}
                      label={`Remove the tag ${tag}`}
                      onClick={() => set({ tags: typed.tags.filter((each) => each !== tag) })}
                    />
                  </li>
                ))}
              </ul>
            )}
            <TagAdder
              tags={tags.filter((tag) => !typed.tags.includes(tag))}
              error={faults['tags']}
              add={(tag) => set({ tags: [...new Set([...typed.tags, tag])] })}
            />
          </div>
          <FieldRows rows={typed.fields} error={faults['fields']} set={(fields) => set({ fields })} />
        </Stack>
      </div>
    </section>
  );
}
