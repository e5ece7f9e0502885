import { faultsOf, killFollowups } from '#testing/followup-kills.ts';
import { atMost, type Figure } from '../kit.ts';
import { ownPlatform } from '../own-platform.ts';
import { type Plan, randomOf } from './kit.ts';

/** Follow-ups by mixed triggers go on in two processes that are killed at any moment, while people buy; then 20 days go by. */
export async function torture({ seed, isShort, say }: Plan): Promise<Figure[]> {
  await using own = await ownPlatform();
  const killed = await killFollowups({
    database: { DATA_DIR: own.dataDir },
    people: isShort ? 60 : 400,
    kills: isShort ? 5 : 60,
    random: randomOf(seed),
  });
  const { twice, unexplained, unended, notBegun, begunTwice } = faultsOf(killed);
  const { arrived, runs, inTheOpen, afterBuying } = killed;
  say(`${runs.length} ways through a sequence, ${arrived.length} mails, ${inTheOpen} on the line at a kill`);
  for (const fault of [
    ...twice,
    ...unexplained,
    ...unended,
    ...notBegun,
    ...begunTwice,
    ...afterBuying,
  ].slice(0, 10))
    say(fault);
  return [
    atMost('mails that came twice', twice.length, 0, ''),
    atMost('mails that came after their reader had bought', afterBuying.length, 0, ''),
    atMost(
      'messages that never came and do not say why, or came and say otherwise',
      unexplained.length,
      0,
      '',
    ),
    atMost('ways through a sequence that never ended', unended.length, 0, ''),
    atMost('sequences that did not begin, or began twice', notBegun.length + begunTwice.length, 0, ''),
  ];
}
