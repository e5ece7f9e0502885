import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Hub, HubProvider } from '#platform/web/hub.tsx';
import { Router } from '#platform/web/router.tsx';
import { sampleSite } from '#testing/site.ts';
import { PlanList, PlanTable } from './plan-table.tsx';
import { recommended } from '../rules/recommend.ts';
import { noUsage } from '../rules/usage.ts';
import PlansPage from './pages/plans.tsx';
import { SubscriptionProvider, useSubscription } from './subscription-provider.tsx';

const drawn = (children: ReactNode, paths: string[] = ['/signup'], mode = 'emulator') =>
  renderToString(
    <Router address="/plans">
      <HubProvider hub={{ site: sampleSite(), runtime: { paths, payments: { mode } } } as unknown as Hub}>
        {children}
      </HubProvider>
    </Router>,
  ).replaceAll('<!-- -->', '');
const nobody = { present: null, advised: 'PRO', counters: null } as const;
const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

test('[AUTH-9] useSubscription outside its provider throws', () => {
  const Lost = () => useSubscription().currentPlan;
  expect(() => renderToString(<Lost />)).toThrow(
    'useSubscription must be used within a SubscriptionProvider',
  );
});

test('on the server nobody’s plan is known', () => {
  const Said = () => JSON.stringify([useSubscription().currentPlan, useSubscription().standing]);
  expect(drawn(<SubscriptionProvider>{<Said />}</SubscriptionProvider>)).toContain(
    '[null,&quot;asking&quot;]',
  );
});

test('[PLAN-1] the plans page shows five plans with their prices and limits to everybody', () => {
  const html = text(drawn(<PlansPage />));
  for (const words of [
    'FREE',
    'PRO',
    'AI CONTENT',
    'MULTI-CHANNEL',
    'ENTERPRISE',
    '$29',
    '$49',
    '$79',
    '$199',
    'Unlimited',
  ])
    expect(html).toContain(words);
  expect(html).not.toContain('Your plan');
  expect(html).toContain('Recommended');
  expect(html).toContain('Start on FREE.');
  expect(html).not.toContain('You use');
});

test('[PLAN-6] by the year each plan says what it costs and what it saves', () => {
  const html = text(drawn(<PlanTable cycle="yearly" {...nobody} action={() => null} />));
  for (const words of [
    '$278',
    '$470',
    '$758',
    '$1,910',
    'Saves $70 a year',
    'Saves $118',
    'Saves $190',
    'Saves $478',
  ])
    expect(html).toContain(words);
  expect(html).not.toContain('Saves $0');
});

test('the drafts that FREE shows are those that it really gives', () => {
  const html = drawn(<PlanTable cycle="monthly" {...nobody} present="FREE" action={() => null} />);
  expect(text(html)).toMatch(/Generated drafts a month new each month 3 15 50 100 Unlimited/);
  expect(html.match(/Your plan/g)).toHaveLength(1);
});

test('a member’s own numbers stand in the table: how full each plan would be, and which to take', () => {
  const counters = { ...noUsage(), aiTemplateUsage: 3, savedTemplates: 5 };
  const { plan: advised } = recommended('FREE', counters);
  const own = { cycle: 'monthly', present: 'FREE', advised, counters, action: () => null } as const;
  const html = drawn(<PlanTable {...own} />);
  expect(text(html)).toContain('Saved templates You use 5 5 , of which you use 100%');
  expect(text(html)).toContain('25 , of which you use 20%');
  expect(text(html)).toMatch(/Your plan FREE .*Recommended PRO/);
  expect(html).toContain('title="50 abandoned carts a month instead of 5"');
  expect(html.match(/data-full/g)).toHaveLength(2);
});

test('on a phone it is a list with the same figures', () => {
  const html = drawn(<PlanList cycle="monthly" {...nobody} action={(plan) => `get ${plan}`} />);
  expect(html.match(/<li/g)).toHaveLength(5);
  expect(text(html)).toMatch(/PRO .*\$29 .*get PRO .*Abandoned carts a month new each month 50 /);
});

test('the one to take is on paper from its head to its foot, and the button stands under each price', () => {
  const html = drawn(<PlanTable cycle="monthly" {...nobody} action={(plan) => `get ${plan}`} />);
  const [head = '', body = ''] = html.split('<tbody');
  expect(text(head)).toMatch(/PRO \$29 \/ month get PRO .*ENTERPRISE \$199 \/ month get ENTERPRISE/);
  expect(head.match(/data-marked/g)).toHaveLength(1);
  expect(body.match(/data-marked/g)).toHaveLength(body.match(/<tr/g)?.length ?? 0);
});

test('a button to pay stands only where the hub can take money; else the operator is named', () => {
  const without = drawn(<PlansPage />);
  expect(without).not.toContain('/billing');
  expect(without).toContain('mailto:help@birch.example');
  const with_ = drawn(<PlansPage />, ['/signup', '/billing']);
  expect(with_).toContain('href="/billing?plan=PRO&amp;cycle=monthly"');
  expect(with_).not.toContain('mailto:');
  expect(drawn(<PlansPage />, ['/signup', '/billing'], 'off')).toContain('mailto:help@birch.example');
});
