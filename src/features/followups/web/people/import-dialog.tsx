import { useRef, useState } from 'react';
import { countOf } from '#base/count.ts';
import { Problem } from '#base/problem.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextArea } from '#ui/field.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Mono } from '#ui/text.tsx';
import { toast } from '#ui/toast.tsx';
import { type Imported, importPeople } from '../calls.ts';
import { TagField } from '../editor/tag-field.tsx';
import { namesPhone } from '../../rules/people-csv.ts';
import { peopleWords, problemWords } from '../say.ts';
import { ProofField } from './proof-field.tsx';

interface ImportDialogProps {
  open: boolean;
  tags: readonly string[];
  onClose(): void;
  onImported(): void;
}

/** What the server takes at once. */
const mostCharacters = 8_000_000;

/** People from a file or pasted, with what says that they agreed; then what became of each line. */
export function ImportDialog({ open, tags, onClose, onImported }: ImportDialogProps) {
  const [csv, setCsv] = useState('');
  const [file, setFile] = useState<string | null>(null);
  const [proof, setProof] = useState('');
  const [textProof, setTextProof] = useState('');
  const [tag, setTag] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [done, setDone] = useState<Imported | null>(null);
  const lines = csv.split('\n').filter((line) => line.trim() !== '').length;

  const hasPhones = namesPhone(csv);
  const isLarge = csv.length > 50_000;
  const take = (text: string, from: string | null) => {
    setCsv(text);
    setFile(from);
  };

  const close = () => {
    onClose();
    if (!done) return;
    // Nothing of it counts for the next list: these people agreed, not those.
    setDone(null);
    setCsv('');
    setFile(null);
    setProof('');
    setTextProof('');
    setTag('');
  };
  async function read(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    setFailed(null);
    if (chosen.size > mostCharacters)
      return setFailed('This file is too large. Split it into files of up to 8 MB.');
    try {
      take(await chosen.text(), chosen.name);
    } catch {
      setFailed('Couldn’t read this file. Choose it again, or paste its text.');
    }
  }
  async function send(): Promise<void> {
    setBusy(true);
    setFailed(null);
    try {
      const answer = await importPeople({
        csv,
        proof,
        textProof: hasPhones ? textProof : '',
        tag: tag.trim(),
      });
      setDone(answer);
      toast.success(importWords(answer));
      onImported();
    } catch (thrown) {
      const fields = thrown instanceof Problem ? Object.values(thrown.details.fields ?? {}) : [];
      setFailed(fields[0] ?? problemWords(thrown));
    }
    setBusy(false);
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      wide
      title="Import CSV"
      actions={
        done ? (
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button
              variant="primary"
              busy={isBusy && 'Importing'}
              disabled={csv.trim() === ''}
              onClick={() => void send()}
            >
              Import
            </Button>
          </>
        )
      }
    >
      {failed && <Notice kind="danger">{failed}</Notice>}
      {done ? (
        <Report done={done} hasProof={proof.trim() !== ''} />
      ) : (
        <Stack>
          <p>
            One person a line. The first line names the columns: <Mono>email</Mono>, and optionally{' '}
            <Mono>name, phone, tags, time zone</Mono>. Any other column becomes a field of theirs.
          </p>
          <FileField name={file} read={(chosen) => void read(chosen)} />
          {isLarge ? (
            // A large list is held, not drawn.
            <Row className="justify-between">
              <p>
                {countOf(lines, 'line')} {file ? `from ${file}` : 'pasted'}, beginning with{' '}
                <Mono>{csv.slice(0, 60).split('\n')[0]}</Mono>
              </p>
              <Button size="tool" onClick={() => take('', null)}>
                Use another list
              </Button>
            </Row>
          ) : (
            <Field
              label="Or paste it"
              compact
              hint={lines === 0 ? 'From a spreadsheet or another program.' : countOf(lines, 'line')}
            >
              <TextArea
                rows={5}
                mono
                value={csv}
                placeholder={'email,name\nmaya@example.com,Maya Ortiz'}
                onChange={({ currentTarget }) => take(currentTarget.value, null)}
              />
            </Field>
          )}
          <ProofField label="Where and when did these people agree to email?" value={proof} set={setProof} />
          {hasPhones && (
            <ProofField
              label="Where and when did they agree to text messages?"
              hint="Another question than email. If you leave this empty, their numbers are saved but not texted."
              value={textProof}
              set={setTextProof}
            />
          )}
          <TagField
            label="Tag for all of them (optional)"
            tags={tags}
            value={tag}
            set={setTag}
            hint="Makes it easy to find them later."
          />
        </Stack>
      )}
    </Dialog>
  );
}

function FileField({ name, read }: { name: string | null; read(file: File | undefined): void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Row>
      <Button onClick={() => input.current?.click()}>
        {name ? 'Choose another file' : 'Choose a CSV file'}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        hidden
        aria-label="CSV file"
        onChange={({ currentTarget }) => {
          read(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      <p role="status" className="text-15 text-muted">
        {name ? `${name} chosen.` : ''}
      </p>
    </Row>
  );
}

const importWords = ({ added, updated, refused }: Imported): string =>
  [
    `${peopleWords(added)} added`,
    updated > 0 && `${updated} updated`,
    refused > 0 && `${countOf(refused, 'line')} left out`,
  ]
    .filter(Boolean)
    .join(', ') + '.';

function Report({ done, hasProof }: { done: Imported; hasProof: boolean }) {
  const { refused, reports } = done;
  return (
    <Stack>
      <p>{importWords(done)}</p>
      {!hasProof && (
        <Notice kind="warn" still>
          They’re saved and not emailed: nothing says that they agreed. Import them again with where and when,
          and they can be.
        </Notice>
      )}
      {reports.length > 0 && (
        <>
          <h3 className="text-17">Lines with something to check</h3>
          <ul
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
            tabIndex={0}
            aria-label="Lines with something to check"
            className="flex max-h-glance flex-col gap-4 overflow-y-auto text-15"
          >
            {reports.map(({ line, words }, index) => (
              <li key={index}>
                <span className="ui-mono">Line {line}</span>: {words}
              </li>
            ))}
          </ul>
          {refused > reports.length && (
            <p className="text-13 text-muted">These are the first {reports.length}.</p>
          )}
        </>
      )}
    </Stack>
  );
}
