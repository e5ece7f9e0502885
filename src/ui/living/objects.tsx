import FileText from '../icons/file-text.ts';
import { useState } from 'react';
import { cents } from '#base/money.ts';
import type { Cents } from '#base/money.ts';
import { Button, ButtonLink } from '../button.tsx';
import { ErrorState } from '../error-state.tsx';
import { EmptyState, Notice, Skeleton } from '../feedback.tsx';
import { Field, TextInput } from '../field.tsx';
import { Link } from '../link.tsx';
import { Column, Columns, Stack } from '../page.tsx';
import { Blank, Paper } from '../paper.tsx';
import { Pagination, Table } from '../table.tsx';
import type { TableColumn } from '../table.tsx';
import { Tabs } from '../tabs.tsx';
import { Price } from '../price.tsx';
import { Mono, Tag } from '../text.tsx';
import { Progress, UsageBar } from '../usage.tsx';

export function Documents() {
  const [client, setClient] = useState('');
  const [purpose, setPurpose] = useState('');
  return (
    <Columns>
      <Column span={5}>
        <Stack gap={16}>
          <Field label="Client's name" compact>
            <TextInput value={client} onChange={(event) => setClient(event.target.value)} />
          </Field>
          <Field label="What you will talk about" compact>
            <TextInput value={purpose} onChange={(event) => setPurpose(event.target.value)} />
          </Field>
          <p className="text-15 text-muted">
            A blank is highlighted. What you type is highlighted briefly, then becomes part of the page.
            Changed by someone else: <Blank name="fee" value="$4,800" changed />
          </p>
        </Stack>
      </Column>
      <Column span={7}>
        <Paper label="Preview of the agreement">
          <h1>Mutual non-disclosure agreement</h1>
          <p>
            between <Blank name="your company" value="Halden Software" /> and{' '}
            <Blank name="client's name" value={client} />, made on{' '}
            <Blank name="date" value="21 November 2026" />.
          </p>
          <h2>1. Purpose</h2>
          <p>
            The parties want to discuss <Blank name="what you will talk about" value={purpose} /> and will
            disclose confidential information to each other. Each party keeps it confidential and uses it for
            this purpose only.
          </p>
          <h2>2. Term</h2>
          <p>
            These obligations last <Blank name="years" value="three" /> years from the day of each disclosure.
          </p>
        </Paper>
      </Column>
    </Columns>
  );
}

interface Listed {
  name: string;
  href: string;
  pages: number;
  minutes: number;
  price: Cents;
  tag: string;
}

const documents: Listed[] = [
  { name: 'Mutual NDA', href: '#nda', pages: 2, minutes: 3, price: cents(0), tag: 'most used' },
  { name: 'Contractor agreement', href: '#contractor', pages: 6, minutes: 8, price: cents(1900), tag: '' },
  {
    name: 'Master services agreement with statement of work',
    href: '#msa',
    pages: 11,
    minutes: 14,
    price: cents(4900),
    tag: 'changed',
  },
  { name: 'Data processing agreement', href: '#dpa', pages: 9, minutes: 10, price: cents(2950), tag: '' },
];

const columns: readonly [TableColumn<Listed>, ...TableColumn<Listed>[]] = [
  {
    head: 'Document',
    cell: (row) => (
      <>
        <Link quiet href={row.href}>
          {row.name}
        </Link>{' '}
        {row.tag && <Tag tone={row.tag === 'changed' ? 'warn' : 'plain'}>{row.tag}</Tag>}
      </>
    ),
  },
  { head: 'Pages', numeric: true, cell: (row) => row.pages, width: '6rem' },
  { head: 'Minutes', numeric: true, cell: (row) => row.minutes, width: '6rem' },
  {
    head: 'Price',
    numeric: true,
    cell: (row) => <Price cents={row.price} free="Free" />,
    width: '7rem',
  },
];

export function Tables() {
  return (
    <Stack gap={32}>
      <Table
        caption="Documents you can create"
        rows={documents}
        rowKey={(row) => row.name}
        columns={columns}
      />
      <Pagination page={3} pageSize={20} total={214} of="documents" href={(page) => `#page-${page}`} />
      <Columns>
        <Column span={4}>
          <UsageBar of="generated drafts" used={2} limit={3} />
        </Column>
        <Column span={4}>
          <UsageBar
            of="generated drafts"
            used={3}
            limit={3}
            note="Resets on 1 December; PRO includes 15 a month for $29."
          />
        </Column>
        <Column span={4}>
          <Progress
            label="Writing clause 4 of 12"
            value={0.33}
            action={
              <Button size="tool" variant="quiet">
                Cancel
              </Button>
            }
          />
        </Column>
      </Columns>
      <p>
        <Price cents={cents(2900)} was={cents(4900)} per="month" /> <Tag tone="ok">paid</Tag>{' '}
        <Tag tone="warn">expires in 3 days</Tag> <Tag tone="danger">refused</Tag> <Tag>sample</Tag>{' '}
        <Mono>#DVP-1042</Mono>
      </p>
    </Stack>
  );
}

export function States() {
  return (
    <Stack gap={32}>
      <Columns>
        <Column span={6}>
          <Stack gap={12}>
            <Notice still>Test payments. No real charges.</Notice>
            <Notice kind="ok" still>
              Saved to your account and on this device.
            </Notice>
          </Stack>
        </Column>
        <Column span={6}>
          <Stack gap={12}>
            <Notice kind="warn" still title="You’re offline">
              Saved on this device. It syncs to your account when you’re back online; you can close this tab.
            </Notice>
            <Notice
              kind="danger"
              still
              title="Payment declined"
              actions={<Button size="tool">Try another card</Button>}
            >
              Your bank declined it. Nothing was charged, and your cart is saved.
            </Notice>
          </Stack>
        </Column>
      </Columns>
      <Columns>
        <Column span={6}>
          <EmptyState
            icon={FileText}
            title="No templates yet"
            pencilled="Mutual NDA, Halden Analytics"
            action={
              <ButtonLink variant="primary" href="#empty">
                Create your first
              </ButtonLink>
            }
          >
            Templates you save appear here on all your devices, even offline.
          </EmptyState>
        </Column>
        <Column span={6}>
          <ErrorState
            title="Couldn’t write the draft"
            safe="Your answers are saved, and this draft didn’t count toward your limit."
            actions={
              <>
                <Button variant="primary">Try again</Button>
                <Button variant="quiet">Use the classic generator</Button>
              </>
            }
            reference="req_7f3k2m"
          >
            The AI service didn’t respond within 60 seconds.
          </ErrorState>
        </Column>
      </Columns>
      <Columns>
        <Column span={5}>
          <Skeleton shape="table" rows={4} label="Loading your templates" />
        </Column>
        <Column span={4}>
          <Skeleton shape="form" rows={3} />
        </Column>
        <Column span={3}>
          <Skeleton shape="paper" rows={6} />
        </Column>
      </Columns>
      <Tabs
        label="Recovery"
        tabs={[
          {
            id: 'mails',
            label: 'Mails',
            content: <p className="text-15">Three emails: after 1 hour, 24 hours and 72 hours.</p>,
          },
          {
            id: 'carts',
            label: 'Abandoned carts',
            content: <p className="text-15">14 carts in the last 7 days, $612 in total.</p>,
          },
          {
            id: 'rules',
            label: 'Rules',
            content: <p className="text-15">Carts under $10 get no reminders.</p>,
          },
        ]}
      />
    </Stack>
  );
}
