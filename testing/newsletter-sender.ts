// A process of its own that gives the command `newsletter send FILE` and stops in the middle of a batch, to be killed there.
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readIssue } from '#features/outreach/server/newsletter/issue.ts';
import { sendIssue } from '#features/outreach/server/newsletter/send.ts';
import type { Mail } from '#platform/server/mail/mail.ts';
import { openNewsletterHub } from './newsletter-process.ts';

const platform = await openNewsletterHub(process.env);
const issue = await readIssue(process.argv[2] ?? '', platform.origin());
let written = 0;
const send: Mail['send'] = async (trx, message) => {
  const isNew = await platform.mail.send(trx, message);
  written += 1;
  if (written === 450) {
    writeSync(1, `${written}\n`);
    await sleep(60_000);
  }
  return isNew;
};
await sendIssue({ ...platform, mail: { ...platform.mail, send } }, issue, () => {});
