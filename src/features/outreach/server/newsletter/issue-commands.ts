import { countOf } from '#base/count.ts';
import { Problem } from '#base/problem.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import { renderMail } from '#platform/server/mail/layout.ts';
import type { Platform } from '#platform/server/platform.ts';
import { plannedForm, plannedWords, readPlanned } from '#base/planned.ts';
import { archiveIssue } from './archive.ts';
import { type IssueFile, readIssue } from './issue.ts';
import { planIssue, plannedIssues, takeBack } from './plan.ts';
import { readership } from './readership.ts';
import { sendIssue, sendTest } from './send.ts';
import type { Subscription } from './subscription.ts';

/** What is done with an issue: sent, planned, taken back, tried, shown on the web. */
export function issueCommands(platform: Platform, subscription: Subscription): HubCommand[] {
  const { site, origin, clock } = platform;
  const read = (file: string): Promise<IssueFile> =>
    readIssue(file, { origin: origin(), topics: site.words().newsletterTopics.map(({ id }) => id) });

  return [
    {
      name: 'newsletter send',
      usage: 'newsletter send FILE.md [--at "DAY TIME ZONE" | --now] [--dry-run]',
      summary:
        'Send a Markdown issue to every subscriber, each once, now or at a time; run it again to resume',
      async run(args, print) {
        const { file, at, isNow, isDry } = readArgs(args);
        const issue = await read(file);
        const planned = at ?? (isNow ? null : issue.send);
        if (isDry) {
          const { all, chosen } = await readership(platform, issue);
          const rest = chosen === all ? '' : ` of ${all}, by their topics and pauses`;
          print(`Issue    ${issue.id}`);
          print(`Subject  ${issue.subject}`);
          if (issue.topics.length > 0) print(`Topics   ${issue.topics.join(', ')}`);
          if (planned) print(`When     ${plannedWords(planned)}`);
          print(`Archive  ${issue.isPublic ? `${origin()}/newsletter/${issue.id}` : 'no'}`);
          print(`To       ${countOf(chosen, 'subscriber')}${rest}; dry run, nothing is sent\n`);
          const frame = {
            site: site.words(),
            origin: origin(),
            unsubscribeUrl: `${origin()}/unsubscribe`,
            preferencesUrl: `${origin()}/newsletter/preferences`,
          };
          print(renderMail(issue, frame).text);
          return;
        }
        if (planned) {
          const done = await planIssue(platform, issue, planned);
          print(
            `"${issue.subject}" ${done === 'planned' ? 'is planned' : 'is now planned'} for ${plannedWords(planned)}. The running hub sends it then. To take it back: npm run hub -- newsletter cancel ${issue.id}`,
          );
          return;
        }
        const { willing } = await subscription.counts();
        const { queued } = await sendIssue(platform, issue, (progress) =>
          print(`${progress.queued} of ${willing} queued`),
        );
        print(
          `"${issue.subject}" is queued for ${countOf(queued, 'subscriber')}. The running hub sends it: npm run hub -- newsletter status ${issue.id}`,
        );
      },
    },
    {
      name: 'newsletter planned',
      usage: 'newsletter planned',
      summary: 'List the issues that wait for their time',
      async run(_args, print) {
        const all = await plannedIssues(platform);
        if (all.length === 0) print('No issues are planned.');
        for (const { id, subject, send_at, zone, topics, is_public } of all) {
          const late = send_at <= clock.now() ? ' (due: the running hub sends it)' : '';
          print(`${id}  ${subject}`);
          print(`  ${plannedWords({ at: send_at, zone })}${late}`);
          if (topics.length > 0) print(`  topics: ${topics.join(', ')}`);
          if (!is_public) print('  not in the archive');
        }
      },
    },
    {
      name: 'newsletter cancel',
      usage: 'newsletter cancel ISSUE',
      summary: 'Take back an issue that is planned',
      async run([id, ...more], print) {
        if (id === undefined || more.length > 0)
          throw new Problem('bad_request', 'newsletter cancel needs the name of one issue.');
        if (!(await takeBack(platform, id)))
          throw new Problem(
            'not_found',
            `No issue "${id}" is planned. See: npm run hub -- newsletter planned`,
          );
        print(`"${id}" is taken back. Nothing of it was sent; plan it again with newsletter send.`);
      },
    },
    {
      name: 'newsletter test',
      usage: 'newsletter test FILE.md EMAIL',
      summary: 'Send an issue to one address as a test',
      async run([file, to, ...more], print) {
        if (file === undefined || to === undefined || more.length > 0)
          throw new Problem('bad_request', 'newsletter test needs a Markdown file and one email address.');
        const issue = await read(file);
        await sendTest(platform, issue, to);
        print(
          `"${issue.subject}" is queued for ${to} only. The running hub sends it. The issue itself hasn’t been sent.`,
        );
      },
    },
    {
      name: 'newsletter archive',
      usage: 'newsletter archive FILE.md',
      summary: 'Put an issue that was sent on the web, or take it off with "archive: no" in its file',
      async run([file, ...more], print) {
        if (file === undefined || more.length > 0)
          throw new Problem('bad_request', 'newsletter archive needs a Markdown file.');
        const issue = await read(file);
        const slug = await archiveIssue(platform, issue);
        print(
          issue.isPublic
            ? `"${issue.subject}" can be read at ${origin()}/newsletter/${slug}`
            : `"${issue.subject}" is no longer on the web. To put it back, remove "archive: no" from its file and run this again.`,
        );
      },
    },
  ];
}

function readArgs(args: string[]) {
  const atIndex = args.indexOf('--at');
  // The time is one argument in quotes, or several without.
  const after = atIndex < 0 ? [] : args.slice(atIndex + 1);
  const end = after.findIndex((arg) => arg.startsWith('--'));
  const time = end < 0 ? after : after.slice(0, end);
  const rest = atIndex < 0 ? args : [...args.slice(0, atIndex), ...after.slice(time.length)];
  const [file, ...more] = rest.filter((arg) => !arg.startsWith('--'));
  const options = rest.filter((arg) => arg.startsWith('--'));
  if (
    file === undefined ||
    more.length > 0 ||
    options.some((option) => !['--dry-run', '--now'].includes(option)) ||
    (atIndex >= 0 && options.includes('--now'))
  )
    throw new Problem(
      'bad_request',
      'newsletter send needs one Markdown file; the options are --dry-run, and --at with a time or --now.',
    );
  const at = atIndex < 0 ? null : readPlanned(time.join(' '));
  if (atIndex >= 0 && at === null) throw new Problem('bad_request', `--at needs ${plannedForm}.`);
  return { file, at, isNow: options.includes('--now'), isDry: options.includes('--dry-run') };
}
