import { expect, onTestFinished, test } from 'vitest';
import { hours } from '#base/clock.ts';
import { createConsent } from '#features/consent/server/public.ts';
import { mailFeature } from '#platform/server/mail/feature.ts';
import { readConfig } from '#platform/server/config.ts';
import { deliveryReport, feedbackReport } from '#testing/bounce-reports.ts';
import { useDatabase } from '#testing/database.ts';
import { startPop3 } from '#testing/pop3.ts';
import { recoveryHub } from '#testing/recovery-hub.ts';
import { startSmtp } from '#testing/smtp.ts';
import { willing } from '#testing/willing.ts';

const db = await useDatabase();

test('[AUTO-4] a reminder that comes back counts as not sent; what a reader calls spam is the last one', async () => {
  const smtp = await startSmtp();
  const mailbox = await startPop3();
  onTestFinished(async () => {
    await smtp.close();
    await mailbox.close();
  });
  const hub = recoveryHub(db, { smtpUrl: smtp.url });
  const ada = await hub.member('usr_returned');
  await ada.settle();
  await ada.switchOn();
  const [gone, cross, well] = ['gone@example.com', 'cross@example.com', 'well@example.com'];
  for (const email of [gone, cross, well]) await ada.add(email);
  hub.clock.move(hours(1));
  await hub.run();
  const tokenOf = (email: string) =>
    /^X-Hub-Recipient:\s+(\S+)/m.exec(smtp.mails.find(({ to }) => to[0] === email)?.raw ?? '')?.[1] ?? '';
  mailbox.put(deliveryReport({ to: gone, token: tokenOf(gone) }));
  mailbox.put(feedbackReport({ to: cross, token: tokenOf(cross) }));
  // A stranger who names somebody else, with the email that they got themselves.
  mailbox.put(deliveryReport({ to: well, token: tokenOf(cross), id: 'forged' }));

  const config = { ...hub.platform.config, bouncesUrl: mailbox.url };
  const [job] = mailFeature({ ...hub.platform, config }, willing, hub.recovery.returned).jobs ?? [];
  await job?.run();
  const consent = createConsent(hub.platform);
  const may = async (to: string, kind: 'transactional' | 'marketing') =>
    (await consent.mayMail(db.tables(), { to, kind, purpose: kind === 'marketing' ? 'recovery' : 'order' }))
      .allowed;
  expect(await Promise.all([gone, cross, well].map((to) => may(to, 'transactional')))).toEqual([
    false,
    true,
    true,
  ]);
  expect(await Promise.all([gone, cross, well].map((to) => may(to, 'marketing')))).toEqual([
    false,
    false,
    true,
  ]);
  const { carts } = await ada.overview();
  expect(carts.find(({ email }) => email === gone)?.messages[0]).toMatchObject({ reason: 'bounced' });
  expect(mailbox.messages).toEqual([]);
});

test('without BOUNCES_URL there is no job, and the start says so', () => {
  const hub = recoveryHub(db);
  const jobs = (env: Record<string, string>) => {
    const config = readConfig({ NODE_ENV: 'test', SMTP_URL: 'smtp://mail.example.com', ...env });
    const feature = mailFeature({ ...hub.platform, config }, willing, hub.recovery.returned);
    return [feature.jobs?.length, feature.runsOn?.()[0]?.runsOn];
  };
  expect(jobs({})).toEqual([0, 'SMTP, mail.example.com; no mailbox is read for bounces']);
  expect(jobs({ BOUNCES_URL: 'pop3s://u:hidden@pop.example.com' })).toEqual([
    1,
    'SMTP, mail.example.com; bounces are read from pop.example.com',
  ]);
});
