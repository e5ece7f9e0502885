import { type FormEvent, useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Field, TextArea } from '#ui/field.tsx';
import { Page, Row, Stack } from '#ui/page.tsx';
import { type AllNotes, type Note, notesApi, type OneNote } from '../../rules/contract.ts';

export const head = () => ({ title: 'Notes', description: 'Short notes of your own.' });

const problemOf = (error: unknown): Problem => (error instanceof Problem ? error : new Problem('internal'));

export default function Notes() {
  const [notes, setNotes] = useState<Note[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    withSession(() => api<AllNotes>(notesApi)).then(
      (answer) => setNotes(answer.notes),
      (error) => setProblem(problemOf(error)),
    );
  }, [round]);
  function again() {
    setProblem(null);
    setRound((before) => before + 1);
  }
  return (
    <Page kind="list" title="Notes" lead="Only you can read them.">
      <Stack gap={24}>
        <Write onWritten={(note) => setNotes((before) => [note, ...(before ?? [])])} />
        {problem && (
          <ErrorState title="Your notes cannot be shown" actions={<Button onClick={again}>Try again</Button>}>
            {problem.message}
          </ErrorState>
        )}
        {notes?.length === 0 && <p className="text-muted">Nothing is written yet.</p>}
        <ul>
          {notes?.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ul>
      </Stack>
    </Page>
  );
}

/** What was typed stays in the field until the hub has it. */
function Write({ onWritten }: { onWritten(note: Note): void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  async function send(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setError('');
    try {
      const { note } = await withSession(() => api<OneNote>(notesApi, { method: 'POST', body: { text } }));
      onWritten(note);
      setText('');
    } catch (thrown) {
      const { details, message } = problemOf(thrown);
      setError(details.fields?.['text'] ?? message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack gap={12}>
        <Field label="A new note" error={error}>
          <TextArea name="text" rows={3} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Row>
          <Button variant="primary" type="submit" busy={busy && 'Writing'}>
            Keep it
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
