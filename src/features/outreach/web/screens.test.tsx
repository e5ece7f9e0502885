import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Hub, HubProvider } from '#platform/web/hub.tsx';
import { Router } from '#platform/web/router.tsx';
import { sampleSite } from '#testing/site.ts';
import { contactReasons } from '../rules/contact.ts';
import { NewsletterBlock } from './newsletter-block.tsx';
import Contact from './pages/contact.tsx';
import Mailbox from './pages/mailbox.tsx';
import { NewsletterConfirm } from './newsletter-confirm.tsx';
import NewsletterSignup from './pages/newsletter-signup.tsx';

const hub = {
  site: sampleSite(),
  runtime: { paths: ['/', '/privacy'], emailJs: null, ownerEmail: 'owner@birch.example' },
} as unknown as Hub;

const drawn = (children: ReactNode, at = '/') =>
  renderToString(
    <Router address={at}>
      <HubProvider hub={hub}>{children}</HubProvider>
    </Router>,
  );

test('[NEWS-1] the block has its title, its text, its field and its note, word for word', () => {
  const html = drawn(<NewsletterBlock />);
  expect(html).toContain('>Stay Updated</h2>');
  expect(html).toContain('>Get the latest updates on new templates, tools, and developer resources</p>');
  expect(html).toContain('>We respect your privacy. Unsubscribe at any time.</p>');
  const [field = ''] = /<input[^>]*name="from_email"[^>]*>/.exec(html) ?? [];
  expect(field).toContain('type="email"');
  expect(field).toContain('required=""');
  expect(field).toContain('placeholder="Enter your email address"');
  expect(html).toMatch(/<button type="submit"[^>]*>Subscribe<\/button>/);
});

test('[NEWS-3] the browser’s own bubble does not hide the words', () => {
  expect(drawn(<NewsletterBlock />)).toMatch(/<form[^>]*novalidate/i);
});

test('[NEWS-6] the status stands above the form and is there to be announced', () => {
  const html = drawn(<NewsletterBlock />);
  expect(html.indexOf('role="status"')).toBeGreaterThan(0);
  expect(html.indexOf('role="status"')).toBeLessThan(html.indexOf('<form'));
});

test('[NEWS-7] the form carries from_email and, hidden, the owner’s address', () => {
  const html = drawn(<NewsletterBlock />);
  expect(html).toMatch(/<input[^>]*type="hidden"[^>]*name="to_email"[^>]*value="owner@birch.example"/);
});

test('two blocks on a page share no id, and only the page’s own is its primary action', () => {
  const html = drawn(
    <>
      <NewsletterBlock isMain />
      <NewsletterBlock />
    </>,
  );
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(html.match(/data-variant="primary"/g)).toHaveLength(1);
});

test('[PAGE-1] /newslettersignup says what one gets, how often, how it ends, and shows a sample', () => {
  const html = drawn(<NewsletterSignup />);
  for (const words of [
    'What you get',
    'Every second Friday.',
    'One click in every issue',
    'A sample issue',
    'Birch Weekly',
  ])
    expect(html).toContain(words);
  expect(html).not.toContain('Check your email');
  expect(drawn(<NewsletterSignup />, '/newslettersignup?done=1')).toContain('Check your email');
});

test('[PAGE-1] /contact is a form with a reason, and says who answers when', () => {
  const html = drawn(<Contact />);
  for (const name of ['name', 'email', 'reason', 'message'])
    expect(html).toMatch(new RegExp(`name="${name}"`));
  for (const label of Object.values(contactReasons)) expect(html).toContain(`>${label}</option>`);
  expect(html).toContain('a day');
  expect(html).toContain('help@birch.example');
});

test('people, readers and keyboards do not come to the trap', () => {
  const [trap = ''] = /<div inert=""[^]*?<\/div>/.exec(drawn(<Contact />)) ?? [];
  for (const part of [/name="website"/, /tabindex="-1"/, /autocomplete="off"/i]) expect(trap).toMatch(part);
});

test('a form that is not alive yet cannot be sent', () => {
  expect(drawn(<Contact />)).toMatch(/<button[^>]*type="submit"[^>]*disabled=""/);
});

test('the confirmation page and the mailbox are the same for everybody until the browser asks', () => {
  expect(drawn(<NewsletterConfirm />, '/newsletter/confirm?t=secret')).not.toContain('secret');
  expect(drawn(<Mailbox />)).toContain('Loading emails');
});
