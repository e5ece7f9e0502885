import { createElement as h } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { cents } from '#base/money.ts';
import { Button, ButtonLink, IconButton } from './button.tsx';
import { Checkbox, RadioGroup, Switch } from './choice.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorState } from './error-state.tsx';
import { Notice, Skeleton } from './feedback.tsx';
import { Field, Select, TextInput } from './field.tsx';
import { Link, LinkProvider } from './link.tsx';
import Living from './living.tsx';
import { Menu, MenuItem } from './menu.tsx';
import { Page } from './page.tsx';
import { ToolPage } from './tool-page.tsx';
import { Blank } from './paper.tsx';
import { Pagination, Table } from './table.tsx';
import { Tabs } from './tabs.tsx';
import { Price } from './price.tsx';
import { Shortcut } from './text.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { ToastHost } from './toast.tsx';
import { Progress, UsageBar } from './usage.tsx';
import bell from './icons/bell.ts';

const html = (element: ReactElement) => renderToString(element).replaceAll('<!-- -->', '');
const words = (element: ReactElement) => html(element).replaceAll(/<[^>]+>/g, '');
const attribute = (markup: string, name: string) => markup.match(new RegExp(`\\s${name}="([^"]*)"`))?.[1];
const tag = (markup: string, name: string) => markup.match(new RegExp(`<${name}\\b[^>]*>`))?.[0] ?? '';

const inField = (props: { hint?: ReactNode; error?: ReactNode; compact?: boolean }) =>
  html(h(Field, { label: 'Email', ...props, children: h(TextInput, {}) }));

test('a field names its control and describes it by its hint', () => {
  const markup = inField({ hint: 'Where the copy goes' });
  const input = tag(markup, 'input');
  expect(attribute(tag(markup, 'label'), 'for')).toBe(attribute(input, 'id'));
  expect(markup).toContain(
    `<div id="${attribute(input, 'aria-describedby')}" class="ui-note" data-hinted="" aria-live="polite">Where the copy goes`,
  );
  expect(input).not.toContain('aria-invalid');
});

test('an error marks the control and takes the place of the hint', () => {
  const markup = inField({ hint: 'Where the copy goes', error: 'Add the part after the dot' });
  expect(attribute(tag(markup, 'input'), 'aria-invalid')).toBe('true');
  expect(markup).toContain('Add the part after the dot');
  expect(markup).not.toContain('Where the copy goes');
});

test('a field without a hint keeps the line for an error, a compact one does not', () => {
  expect(inField({})).toContain('class="ui-note"');
  expect(inField({ compact: true })).not.toContain('ui-note');
  expect(inField({ compact: true })).not.toContain('aria-describedby');
  expect(inField({ compact: true, error: 'Too long' })).toContain('Too long');
});

test('a select is wired by its field too', () => {
  const markup = html(
    h(Field, {
      label: 'Law',
      error: 'Choose one',
      children: h(Select, { children: h('option', {}, 'Ireland') }),
    }),
  );
  expect(attribute(tag(markup, 'select'), 'id')).toBe(attribute(tag(markup, 'label'), 'for'));
  expect(attribute(tag(markup, 'select'), 'aria-invalid')).toBe('true');
});

test('a button does not send a form unless it says so', () => {
  expect(attribute(html(h(Button, { children: 'Save' })), 'type')).toBe('button');
  expect(attribute(html(h(Button, { type: 'submit', children: 'Save' })), 'type')).toBe('submit');
});

test('a busy button keeps its words for its width, its place in the tab order and its name', () => {
  const markup = html(h(Button, { type: 'submit', busy: true, children: 'Pay $29' }));
  expect(markup).toContain('Pay $29');
  expect(attribute(markup, 'aria-busy')).toBe('true');
  expect(attribute(markup, 'aria-disabled')).toBe('true');
  expect(attribute(markup, 'type')).toBe('submit');
  expect(tag(markup, 'button')).not.toMatch(/\sdisabled/);
});

test('a busy button can say what it does, and be truly disabled', () => {
  const markup = html(h(Button, { busy: 'Subscribing...', disabled: true, children: 'Subscribe' }));
  expect(markup).toContain('<span class="ui-spinner"></span>Subscribing...');
  expect(tag(markup, 'button')).toMatch(/\sdisabled=""/);
});

test('an icon button is named by its label, which its tooltip does not say again', () => {
  const markup = html(h(IconButton, { icon: bell, label: 'Notices', shortcut: 'mod+n' }));
  expect(attribute(tag(markup, 'button'), 'aria-label')).toBe('Notices');
  expect(attribute(tag(markup, 'button'), 'aria-keyshortcuts')).toBe('Control+n');
  expect(markup).toMatch(/role="tooltip"[^>]*aria-hidden="true"/);
});

test('links inside the app go by its router; others, new windows and downloads by the browser', () => {
  const Routed = (props: { href: string; children?: ReactNode }) =>
    h('a', { 'data-routed': '', href: props.href }, props.children);
  const routed = (element: ReactElement) =>
    html(h(LinkProvider, { value: Routed }, element)).includes('data-routed');
  expect(routed(h(Link, { href: '/store' }))).toBe(true);
  expect(routed(h(ButtonLink, { href: '/store' }))).toBe(true);
  expect(routed(h(Link, { href: '//elsewhere.test' }))).toBe(false);
  expect(routed(h(Link, { href: 'https://elsewhere.test' }))).toBe(false);
  expect(routed(h(Link, { href: '#part' }))).toBe(false);
  expect(routed(h(Link, { href: '/file.pdf', download: true }))).toBe(false);
  expect(routed(h(Link, { href: '/store', target: '_blank' }))).toBe(false);
  expect(html(h(Link, { href: '/store', target: '_blank' }))).toContain('rel="noopener"');
});

test('a hint is read with its choice, not as part of its name', () => {
  const input = tag(html(h(Checkbox, { label: 'Summary', hint: 'Beside each clause' })), 'input');
  expect(attribute(input, 'aria-describedby')).toBe(`${attribute(input, 'aria-labelledby')}h`);
});

test('a switch says that it is one', () => {
  expect(attribute(tag(html(h(Switch, { label: 'Sticky' })), 'input'), 'role')).toBe('switch');
});

test('radio buttons share a name and a legend, and start where told', () => {
  const markup = html(
    h(RadioGroup, {
      label: 'Who is bound',
      defaultValue: 'them',
      options: [
        { value: 'both', label: 'Both' },
        { value: 'them', label: 'Them' },
      ],
    }),
  );
  const inputs = [...markup.matchAll(/<input\b[^>]*>/g)].map(([input]) => input);
  expect(new Set(inputs.map((input) => attribute(input, 'name'))).size).toBe(1);
  expect(inputs.map((input) => /\schecked/.test(input))).toEqual([false, true]);
  expect(markup).toContain('<legend class="ui-label ui-legend">Who is bound</legend>');
});

test('a blank shows what belongs there until it has a value', () => {
  expect(html(h(Blank, { name: "client's name", value: '  ' }))).toContain(
    'data-state="empty">client&#x27;s name',
  );
  expect(html(h(Blank, { name: "client's name", value: 'Northwind' }))).toContain(
    'data-state="filled">Northwind',
  );
  expect(html(h(Blank, { name: 'fee', value: '$4,800', changed: true }))).toContain('data-state="changed"');
});

test('prices are read with what they were and how often', () => {
  expect(words(h(Price, { cents: cents(2900), was: cents(4900), per: 'month' }))).toBe(
    'Before $49 $29 / month',
  );
  expect(words(h(Price, { cents: cents(0), free: 'Free' }))).toBe('Free');
  expect(words(h(Price, { cents: cents(2900), was: cents(2900) }))).toBe('$29');
});

test('only danger interrupts a screen reader, and a notice that was always there says nothing', () => {
  const role = (props: object) => attribute(html(h(Notice, { children: 'x', ...props })), 'role');
  expect(role({ kind: 'danger' })).toBe('alert');
  expect(role({ kind: 'warn' })).toBe('status');
  expect(role({ kind: 'danger', still: true })).toBeUndefined();
});

test('an error says what happened, what is safe, what to do and what to quote', () => {
  const said = words(
    h(ErrorState, {
      title: 'Not written',
      children: 'No answer.',
      safe: 'Your answers are kept.',
      actions: h(Button, { children: 'Try again' }),
      reference: 'req_1',
    }),
  );
  expect(said).toBe('Not writtenNo answer.Your answers are kept.Try againReference req_1');
});

test('a skeleton is said once and its bars are not', () => {
  const markup = html(h(Skeleton, { shape: 'table', rows: 3, label: 'Loading templates' }));
  expect(markup).toMatch(
    /^<div role="status" class="ui-waiting"><span class="ui-waiting-words">Loading templates…<\/span><div [^>]*aria-hidden="true"/,
  );
  expect(markup.match(/<span><i/g)).toHaveLength(3);
});

test('a table names its rows and keeps the words of its columns for phones', () => {
  const markup = html(
    h(Table<{ name: string; pages: number }>, {
      caption: 'Documents',
      rows: [{ name: 'NDA', pages: 2 }],
      rowKey: (row) => row.name,
      columns: [
        { head: 'Document', cell: (row) => row.name },
        { head: 'Pages', numeric: true, cell: (row) => row.pages },
        { head: 'Actions', label: false, cell: () => 'x' },
      ],
    }),
  );
  expect(markup).toContain('<caption><span>Documents</span></caption>');
  expect(markup).toMatch(/<th role="rowheader" scope="row">NDA<\/th>/);
  expect(markup).toMatch(/<td role="cell" data-label="Pages" data-numeric="" data-align="end">2<\/td>/);
  expect(markup).toMatch(/<td role="cell">x<\/td>/);
});

test('pages are links, the missing one is not, and one page needs none', () => {
  const at = (page: number, total = 45) =>
    html(h(Pagination, { page, total, pageSize: 20, of: 'carts', href: (target) => `?page=${target}` }));
  expect(at(1)).toContain('1–20 of 45 carts');
  expect(at(1)).toContain('href="?page=2"');
  expect(at(1)).not.toContain('href="?page=0"');
  expect(at(3)).toContain('41–45 of 45');
  expect(at(3)).not.toContain('href="?page=4"');
  expect(at(1, 20)).toBe('');
});

test('usage is said in words and turns at the limit', () => {
  const bar = (used: number, limit: number | null) =>
    html(h(UsageBar, { of: 'generated drafts', used, limit }));
  expect(bar(2, 3)).toContain('aria-valuetext="2 of 3 generated drafts used"');
  expect(bar(2, 3)).not.toContain('data-full');
  expect(bar(3, 3)).toContain('data-full');
  expect(bar(7, null)).toContain('7 generated drafts used, no limit');
  expect(bar(7, null)).not.toContain('role="meter"');
});

test('progress of unknown length claims no number', () => {
  expect(html(h(Progress, { label: 'Writing' }))).not.toContain('aria-valuenow');
  expect(attribute(html(h(Progress, { label: 'Writing', value: 1.4 })), 'aria-valuenow')).toBe('100');
});

test('tabs: the open one is in the tab order, its panel is mounted, the others are not', () => {
  const markup = html(
    h(Tabs, {
      label: 'Recovery',
      value: 'b',
      tabs: [
        { id: 'a', label: 'A', content: 'first' },
        { id: 'b', label: 'B', content: 'second' },
      ],
    }),
  );
  const [a, b] = [...markup.matchAll(/<button\b[^>]*>/g)].map(([button]) => button) as [string, string];
  expect([attribute(a, 'tabindex'), attribute(b, 'tabindex')]).toEqual(['-1', '0']);
  expect(attribute(b, 'aria-selected')).toBe('true');
  expect(markup).toContain(`id="${attribute(b, 'aria-controls')}" aria-labelledby="${attribute(b, 'id')}"`);
  expect(markup).toContain('second');
  expect(markup).not.toContain('first');
});

test('a menu opens without any script: its button targets its popover', () => {
  const markup = html(
    h(Menu, {
      label: 'Tools',
      children: [
        h(MenuItem, { key: 1, href: '/a', children: 'A' }),
        h(MenuItem, { key: 2, onAct: () => undefined, disabled: true, children: 'B' }),
      ],
    }),
  );
  expect(markup).toContain(
    `id="${attribute(tag(markup, 'button'), 'popoverTarget')}" popover="auto" role="menu"`,
  );
  expect(markup).toContain('<a href="/a" role="menuitem" tabindex="-1" class="ui-menu-item">');
  expect(markup).toMatch(/<button type="button" role="menuitem"[^>]*aria-disabled="true"/);
});

test('a closed dialog holds nothing', () => {
  const markup = html(
    h(Dialog, { open: false, onClose: () => undefined, title: 'Rename', children: 'secret' }),
  );
  expect(markup).toMatch(/^<dialog [^>]*><\/dialog>$/);
});

test('every page has one main that the skip link finds and one heading that can take the focus', () => {
  for (const markup of [
    html(h(Page, { kind: 'form', title: 'Contact', children: null })),
    html(h(ToolPage, { title: 'Builder', children: null })),
  ]) {
    expect(markup.match(/<main id="main"/g)).toHaveLength(1);
    expect(markup.match(/<h1 tabindex="-1">/g)).toHaveLength(1);
  }
});

test('shortcuts are spelt for the keyboard', () => {
  expect(words(h(Shortcut, { keys: 'mod+shift+z' }))).toBe('CtrlShiftZ');
});

test('the toast host renders nothing until the first toast', () => {
  expect(html(h(ToastHost, {}))).toBe('');
});

test('the theme switch starts with the system, as the server knows no better', () => {
  expect(html(h(ThemeSwitch, {}))).toMatch(/value="system" checked=""|checked="" value="system"/);
});

test('every primitive renders on a server', () => {
  expect(words(h(Living, {}))).toContain('Paper, ink, pen, marker');
});
