import { useState } from 'react';
import { requestKey } from '#features/documents/rules/answers/kept-answers.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { removeStored, writeStored } from '#platform/web/storage.ts';
import { Button } from '#ui/button.tsx';
import { Field, TextArea } from '#ui/field.tsx';
import { Column, Columns } from '#ui/page.tsx';
import { Blank } from '#ui/paper.tsx';
import { Sheet } from '#ui/stationery.tsx';

export const aiGenerator = '/tools/template-generator';

const sample =
  'A freelance contract with Mia Chen: she designs our onboarding for 4,500 EUR, starting 1 March, German law';

// What the built-in drafting engine finds in the sample; it asks for the rest.
const read: [string, string][] = [
  ['Document', 'Independent contractor agreement'],
  ['Contractor', 'Mia Chen'],
  ['Work', 'Designs our onboarding'],
  ['Fee', '€4,500.00'],
  ['Begins', 'March 1'],
  ['Law', 'Germany'],
];
const open = ['your company', 'address of Mia Chen', 'city of the court'];

/** The AI generator's first question, on the home page: the input is carried over to the tool. */
export function Sentence() {
  const navigate = useNavigate();
  const [text, setText] = useState(sample);
  return (
    <Columns>
      <Column span={5}>
        <form
          action={aiGenerator}
          onSubmit={(event) => {
            event.preventDefault();
            writeStored(requestKey, text);
            // Replaces what this tab had started there.
            removeStored(requestKey, 'session');
            navigate(aiGenerator);
          }}
        >
          <Field label="What do you need?" hint="No account needed. Nothing is sent before you ask.">
            <TextArea
              rows={4}
              value={text}
              maxLength={20_000}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
          <Button type="submit" variant="primary" className="mt-8">
            Continue in the generator
          </Button>
        </form>
      </Column>
      <Column span={7}>
        <Sheet>
          <p className="text-13 text-muted">What the sample sentence already says</p>
          <dl className="mt-4 text-15">
            {read.map(([name, value]) => (
              <div key={name} className="grid grid-cols-12 gap-12 border-b border-hairline py-8">
                <dt className="col-span-4 text-muted md:col-span-3">{name}</dt>
                <dd className="col-span-8 md:col-span-9">{value}</dd>
              </div>
            ))}
            <div className="grid grid-cols-12 gap-12 py-8">
              <dt className="col-span-4 text-muted md:col-span-3">Asked next</dt>
              <dd className="col-span-8 flex flex-wrap gap-x-16 gap-y-4 md:col-span-9">
                {open.map((name) => (
                  <Blank key={name} name={name} />
                ))}
              </dd>
            </div>
          </dl>
        </Sheet>
      </Column>
    </Columns>
  );
}
