// A process of its own that gives the command `newsletter send FILE` and stops in the middle of a batch, to be killed there.
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readIssue } from '#features/outreach/server/newsletter/issue.ts';
import { sendIssue } from '#features/outreach/server/newsletter/send.ts';
import type { Mail } from '#platform/server/mail/mail.ts';
import { openNewsletterHub } from './newsletter-process.ts';

const platform = await openNewsletterHub(process.env);
const issue = await readIssue(process.argv[2] ?? '', { origin: platform.origin(), topics: [] });
let batches = 0;
const sendAll: Mail['sendAll'] = async (trx, messages) => {
  const fresh = await platform.mail.sendAll(trx, messages);
  batches += 1;
  if (batches === 3) {
    writeSync(1, 'third batch\n');
    await sleep(60_000);
  }
  return fresh;
};
await sendIssue({ ...platform, mail: { ...platform.mail, sendAll } }, issue, () => {});
