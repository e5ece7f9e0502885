import { useState } from 'react';
import { Problem } from '#base/problem.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { useFirstWrong } from '#ui/first-wrong.ts';
import { Row, Stack } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import type { PersonDetail } from '../../rules/contract.ts';
import { savePhone } from '../calls.ts';
import { ProofField } from '../people/proof-field.tsx';
import { problemWords, useDates } from '../say.ts';
import { Fact } from './fact.tsx';

interface TextsProps {
  person: PersonDetail['person'];
  onSaved(detail: PersonDetail): void;
}

/** Their number, and what they said about text messages there. */
export function Texts({ person, onSaved }: TextsProps) {
  const [isOpen, setOpen] = useState(false);
  const { moment } = useDates();
  const { phone, texts } = person;
  const { consent, stopped, refused } = texts;
  const mayText = consent !== null && consent.withdrawnAt === null;
  async function withdraw(): Promise<void> {
    try {
      onSaved(await savePhone(person.id, { phone, isOver: true }));
      toast.success('They get no more text messages from you.', {
        action: { label: 'Undo', onAct: () => void giveBack() },
      });
    } catch (thrown) {
      toast.error(problemWords(thrown));
    }
  }
  async function giveBack(): Promise<void> {
    try {
      onSaved(await savePhone(person.id, { phone, proof: consent?.text ?? '' }));
    } catch (thrown) {
      toast.error(problemWords(thrown));
    }
  }
  return (
    <section aria-labelledby="texts">
      <Stack gap={12}>
        <Row className="justify-between">
          <h2 id="texts" className="text-21">
            Text messages
          </h2>
          <Row gap={8}>
            {mayText && (
              <Button variant="quiet" size="tool" onClick={() => void withdraw()}>
                They want no more
              </Button>
            )}
            <Button size="tool" onClick={() => setOpen(true)}>
              {phone === '' ? 'Add a number' : 'Change'}
            </Button>
          </Row>
        </Row>
        {refused && !stopped && (
          <Notice kind="warn" still title="No text messages to this number">
            {`${refused.charAt(0).toUpperCase()}${refused.slice(1)}.`}
          </Notice>
        )}
        {stopped && (
          <Notice kind="warn" still title="No text messages to this number">
            Since {moment(stopped.at)}: {stopped.words}.
            {stopped.words.includes('STOP') && ' Only they can change that, by sending START.'}
          </Notice>
        )}
        {phone === '' ? (
          <p className="text-15 text-muted">No phone number is known, so no text message goes to them.</p>
        ) : (
          <dl className="grid gap-x-24 gap-y-12 md:grid-cols-2">
            <Fact name="Number" value={phone} />
            {consent === null ? (
              <Fact name="Consent" value="Nothing says that they agreed to text messages" />
            ) : (
              <>
                <Fact name="Agreed" value={moment(consent.givenAt)} />
                <Fact name="Where" value={consent.source} />
                {consent.withdrawnAt && <Fact name="Withdrawn" value={moment(consent.withdrawnAt)} />}
                <Fact name="How" value={consent.text || 'Not recorded'} />
              </>
            )}
          </dl>
        )}
      </Stack>
      {isOpen && (
        <PhoneDialog
          person={person}
          onClose={() => setOpen(false)}
          onSaved={(detail) => {
            setOpen(false);
            onSaved(detail);
          }}
        />
      )}
    </section>
  );
}

function PhoneDialog({ person, onClose, onSaved }: TextsProps & { onClose(): void }) {
  const [phone, setPhone] = useState(person.phone);
  const [proof, setProof] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [failed, setFailed] = useState<string | null>(null);
  const { place, refused } = useFirstWrong<HTMLDivElement>();
  async function save(): Promise<void> {
    setBusy(true);
    setFaults({});
    setFailed(null);
    try {
      const detail = await savePhone(person.id, { phone: phone.trim(), proof: proof.trim() });
      toast.success('Saved.');
      onSaved(detail);
    } catch (thrown) {
      const fields = thrown instanceof Problem ? (thrown.details.fields ?? {}) : {};
      setFaults(fields);
      if (Object.keys(fields).length === 0) setFailed(problemWords(thrown));
      else refused();
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Phone number"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isBusy && 'Saving'} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div ref={place}>
        <Stack>
          <Field
            label="Number"
            compact
            error={faults['phone']}
            hint="With its country code, such as +43 664 1234567."
          >
            <TextInput
              type="tel"
              autoComplete="off"
              value={phone}
              maxLength={40}
              onChange={({ currentTarget }) => {
                setPhone(currentTarget.value);
                setFaults({});
              }}
            />
          </Field>
          <ProofField
            label="Where and when did they agree to text messages?"
            hint="Their consent to email doesn’t count here. If you leave this empty, what is known stays as it is."
            value={proof}
            error={faults['proof']}
            set={setProof}
          />
          {failed && <Notice kind="danger">{failed}</Notice>}
        </Stack>
      </div>
    </Dialog>
  );
}
