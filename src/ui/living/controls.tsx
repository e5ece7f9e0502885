import Bold from '../icons/bold.ts';
import Download from '../icons/download.ts';
import Italic from '../icons/italic.ts';
import Plus from '../icons/plus.ts';
import Redo from '../icons/redo-2.ts';
import Undo from '../icons/undo-2.ts';
import { useState } from 'react';
import { Button, ButtonLink, IconButton } from '../button.tsx';
import { Checkbox, RadioGroup, Switch } from '../choice.tsx';
import { Segments } from '../segments.tsx';
import { Field, Select, TextArea, TextInput } from '../field.tsx';
import { Link } from '../link.tsx';
import { Column, Columns, Row, Stack } from '../page.tsx';
import { Shortcut } from '../text.tsx';
import { BothThemes } from './specimen.tsx';

export function Buttons() {
  const [busy, setBusy] = useState(false);
  return (
    <Stack gap={24}>
      <BothThemes>
        {() => (
          <Stack gap={16}>
            <Row>
              <Button variant="primary">Get started</Button>
              <Button>Preview</Button>
              <Button variant="quiet">Cancel</Button>
              <Button variant="danger">Delete template</Button>
            </Row>
            <Row>
              <Button variant="primary" icon={Download}>
                Download PDF
              </Button>
              <ButtonLink href="#buttons" icon={Plus}>
                New document
              </ButtonLink>
              <Button variant="primary" disabled>
                Publish
              </Button>
            </Row>
            <Row>
              <Button variant="primary" busy>
                Pay $29
              </Button>
              <Button busy="Saving">Save draft</Button>
              <Link href="#buttons">A link in running text</Link>
              <Link quiet href="#buttons">
                and a quiet one
              </Link>
            </Row>
          </Stack>
        )}
      </BothThemes>
      <div className="density-tool">
        <Row gap={4}>
          <IconButton icon={Undo} label="Undo" shortcut="mod+z" />
          <IconButton icon={Redo} label="Redo" shortcut="mod+shift+z" disabled />
          <IconButton icon={Bold} label="Bold" shortcut="mod+b" aria-pressed />
          <IconButton icon={Italic} label="Italic" shortcut="mod+i" />
          <span className="w-12" />
          <Button>Preview</Button>
          <Button
            variant="primary"
            busy={busy}
            onClick={() => {
              setBusy(true);
              setTimeout(() => setBusy(false), 1500);
            }}
          >
            Save
          </Button>
          <span className="w-12" />
          <Shortcut keys="mod+s" />
        </Row>
      </div>
    </Stack>
  );
}

const views = [
  { value: 'all', label: 'All' },
  { value: 'templates', label: 'Templates' },
  { value: 'drafts', label: 'Drafts' },
] as const;

export function ChoicesAndFields() {
  const [view, setView] = useState<'all' | 'templates' | 'drafts'>('all');
  const [email, setEmail] = useState('mara@northwind');
  const isWrong = !/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(email);
  return (
    <Columns>
      <Column span={5}>
        <Stack gap={16}>
          <Field label="Client's name" hint="As it should appear in the agreement">
            <TextInput placeholder="Northwind Labs Ltd" autoComplete="organization" />
          </Field>
          <Field
            label="Email"
            hint="We send the signed copy here"
            error={isWrong && 'Enter the full address, such as ada@northwind.com'}
          >
            <TextInput type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
          </Field>
          <Field label="Governing law" optional>
            <Select defaultValue="ie">
              <option value="ie">Ireland</option>
              <option value="de">Germany</option>
              <option value="us-de">Delaware, United States of America</option>
            </Select>
          </Field>
          <Field label="Scope of work" hint="Two or three sentences are enough">
            <TextArea defaultValue="A self-hosted shop with checkout, delivered in four weeks." />
          </Field>
          <Field label="License key">
            <TextInput mono readOnly value="DVP-7K2M-94QX-3F0A" />
          </Field>
        </Stack>
      </Column>
      <Column span={4}>
        <Stack gap={16}>
          <div>
            <Checkbox
              label="Add a plain-language summary"
              hint="Shown beside each clause; you can leave it out of the export"
              defaultChecked
            />
            <Checkbox label="All 12 clauses" mixed />
            <Checkbox label="Notarized copy" disabled />
          </div>
          <RadioGroup
            label="Who is bound by it"
            defaultValue="both"
            options={[
              { value: 'both', label: 'Both parties', hint: 'Mutual: the usual choice between equals' },
              { value: 'them', label: 'Only your client' },
            ]}
          />
          <div>
            <Switch
              label="Send the second email"
              defaultChecked
              hint="24 hours after the cart was abandoned"
            />
            <Switch label="Offer a discount in the third email" />
          </div>
        </Stack>
      </Column>
      <Column span={3}>
        <Stack gap={24} className="density-tool">
          <Segments label="View" options={views} value={view} onChange={setView} />
          <Field label="Heading" compact>
            <TextInput defaultValue="Ship it on Friday" />
          </Field>
          <Field label="Width" compact>
            <Select>
              <option>Full</option>
              <option>Two thirds</option>
            </Select>
          </Field>
          <div>
            <Checkbox label="Show on phones" defaultChecked />
            <Switch label="Sticky" />
          </div>
        </Stack>
      </Column>
    </Columns>
  );
}
