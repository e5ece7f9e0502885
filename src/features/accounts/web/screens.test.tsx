import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Hub, HubProvider } from '#platform/web/hub.tsx';
import { Router } from '#platform/web/router.tsx';
import { AccountCorner } from './account-corner.tsx';
import { AuthProvider, useAuth } from './auth-provider.tsx';
import { MemberGate } from './gate.tsx';
import ForgotPasswordPage from './pages/forgot-password.tsx';
import SignInPage from './pages/sign-in.tsx';
import SignUpPage from './pages/sign-up.tsx';

const hub = {
  site: { language: 'en-US' },
  runtime: { paths: ['/signin', '/signup', '/dashboard'] },
} as unknown as Hub;

/** What the server sends: everybody is "not known yet". */
const drawn = (children: ReactNode, at = '/') =>
  renderToString(
    <Router address={at}>
      <HubProvider hub={hub}>
        <AuthProvider>{children}</AuthProvider>
      </HubProvider>
    </Router>,
  );

const fieldOf = (page: ReactNode, name: string) =>
  drawn(page)
    .match(/<input[^>]*>/g)
    ?.find((input) => input.includes(`name="${name}"`));

test('[AUTH-9] useAuth outside its provider throws', () => {
  const Lost = () => useAuth().mode;
  expect(() => renderToString(<Lost />)).toThrow('useAuth must be used within an AuthProvider');
});

test('[AUTH-2] on the server it is loading, and nobody is anybody', () => {
  const Said = () => {
    const { loading, authReady, user, mode, backendError } = useAuth();
    return JSON.stringify({ loading, authReady, user, mode, backendError });
  };
  const text = drawn(<Said />).replaceAll('&quot;', '"');
  expect(text).toBe('{"loading":true,"authReady":false,"user":null,"mode":"online","backendError":null}');
});

test('[ROUTE-4] a gated page waits with its words and shows nothing of what it guards', () => {
  const html = drawn(<MemberGate>My purchases</MemberGate>, '/my-purchases');
  expect(html).toContain('Loading... Please wait while we verify your authentication...');
  expect(html).not.toContain('My purchases');
});

test('[ROUTE-5] the dashboard adds its own words while it waits', () => {
  const html = drawn(<MemberGate preparing="Preparing dashboard...">Blocks</MemberGate>, '/dashboard');
  expect(html).toContain('Loading... Please wait while we verify your authentication...');
  expect(html).toContain('Preparing dashboard...');
});

test('[NAV-5] signed out there are Sign In and Get Started', () => {
  const html = drawn(<AccountCorner />);
  expect(html).toMatch(/href="\/signin"[^>]*>Sign In/);
  expect(html).toMatch(/href="\/signup"[^>]*>Get Started/);
  expect(html).not.toContain('Go Offline');
});

test('a form that is not alive yet cannot be sent, and would not put a password into the address', () => {
  for (const page of [<SignInPage key="in" />, <SignUpPage key="up" />]) {
    const html = drawn(page, '/signin');
    expect(html).toMatch(/<form[^>]*method="post"/);
    expect(html).toMatch(/<button[^>]*type="submit"[^>]*disabled=""/);
  }
});

test('password managers know each field by its name and its kind', () => {
  expect(fieldOf(<SignInPage />, 'email')).toContain('autoComplete="username webauthn"');
  expect(fieldOf(<SignInPage />, 'password')).toMatch(/type="password".*autoComplete="current-password"/);
  expect(fieldOf(<SignUpPage />, 'password')).toMatch(/type="password".*autoComplete="new-password"/);
  expect(fieldOf(<SignUpPage />, 'displayName')).toContain('autoComplete="name"');
});

test('the wanted page is carried from form to form, and another site never is', () => {
  expect(drawn(<SignInPage />, '/signin?next=/checkout')).toContain('href="/signup?next=%2Fcheckout"');
  expect(drawn(<SignInPage />, '/signin?next=//evil.example')).toContain('href="/signup?next=%2Fdashboard"');
  expect(drawn(<ForgotPasswordPage />, '/forgot-password?next=https:evil.example')).not.toContain('evil');
});
