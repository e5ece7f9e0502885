import { useEffect, useRef, useState } from 'react';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Page, Prose, Stack } from '#ui/page.tsx';
import { agreementsApi } from '../../rules/addresses.ts';
import { mostBytes } from '../../rules/verdict.ts';
import { Answer, type Said } from '../verify/answer.tsx';

export const head = () => ({
  title: 'Verify a signed PDF',
  description:
    'Check whether a signed PDF was sealed by this hub, and whether it has changed since. The file stays on your device.',
});

/** Long enough for 50 MB on an old phone; after that there is an answer in any case. */
const patience = 30_000;

async function check(file: File): Promise<Said> {
  if (file.size > mostBytes) return { is: 'too large' };
  // Browsers have cryptography on secure pages only.
  if (!globalThis.isSecureContext) return { is: 'insecure' };
  const [{ checkFile }, certificates, bytes] = await Promise.all([
    import('../verify/check-file.ts'),
    sealsOfThisHub(),
    file.arrayBuffer(),
  ]);
  return checkFile(new Uint8Array(bytes), certificates);
}

async function sealsOfThisHub(): Promise<string> {
  const response = await fetch(agreementsApi.seal, { signal: AbortSignal.timeout(15_000) });
  if (!response.ok) throw new Error(String(response.status));
  return response.text();
}

const inTime = (work: Promise<Said>): Promise<Said> =>
  Promise.race([
    work,
    new Promise<Said>((resolve) => setTimeout(() => resolve({ is: 'took too long' }), patience)),
  ]).catch((): Said => ({ is: 'failed' }));

export default function Verify() {
  const [name, setName] = useState('');
  const [said, setSaid] = useState<Said | null>(null);
  const [isOver, setIsOver] = useState(false);
  const answer = useRef<HTMLDivElement>(null);
  const turn = useRef(0);
  useEffect(() => {
    if (said) answer.current?.scrollIntoView({ block: 'nearest' });
  }, [said]);

  async function look(file: File | undefined) {
    if (!file) return;
    const mine = ++turn.current;
    setName(file.name);
    setSaid(null);
    const verdict = await inTime(check(file));
    // Another file was chosen meanwhile.
    if (mine === turn.current) setSaid(verdict);
  }
  // A file that misses the field would open in place of this page.
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      setIsOver(event.type === 'dragover');
      if (event.type === 'drop') void look(event.dataTransfer?.files[0]);
    };
    const kinds = ['dragover', 'dragleave', 'drop'] as const;
    for (const kind of kinds) window.addEventListener(kind, over);
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, over);
    };
  });

  return (
    <Page
      kind="form"
      title="Verify a signed PDF"
      lead="See whether a PDF was sealed by this hub, who signed it, and whether anything has changed since."
    >
      <Stack gap={24}>
        <div className={isOver ? 'bg-sunken outline-2 outline-offset-8 outline-ink' : ''}>
          <Field
            label="Signed PDF"
            hint="Choose a file, or drop it anywhere on this page. It’s checked on your device and never uploaded."
          >
            <TextInput
              type="file"
              accept=".pdf,application/pdf"
              onChange={({ currentTarget }) => void look(currentTarget.files?.[0])}
            />
          </Field>
        </div>
        <div ref={answer} aria-live="polite">
          {name !== '' && !said && <Notice title={`Checking ${name}…`} />}
          {said && <Answer said={said} name={name} />}
        </div>
        <Prose>
          <h2>Check it without us</h2>
          <p>
            Any PDF reader that checks signatures shows the same, and so do <code>pdfsig</code> and{' '}
            <code>openssl</code>. The <a href={agreementsApi.seal}>certificates of this hub</a> are all you
            need from here: keep a copy, and your files can be checked even if this hub is gone.
          </p>
        </Prose>
      </Stack>
    </Page>
  );
}
