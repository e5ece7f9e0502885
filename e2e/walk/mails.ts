import type { Broken } from './laws.ts';
import { mayRead, type Model } from './model.ts';
import { fieldName, textOf } from './whose.ts';
import { nameOf, wordsIn } from './words.ts';
import type { World } from './world.ts';

/** Mails say to whom they go: nobody reads of others what was not given to them. */
export async function mailsToOthers(world: World, model: Model): Promise<Broken | null> {
  // As they lie in the outbox, whether they have gone out or wait: all of them, however many others there are.
  const mails = await world.ground.query<{ to: string; mail: string }>(
    `select payload->>'to' as to, payload::text as mail from outbound_message where payload::text ilike $1`,
    [`%${world.mark}%`],
  );
  for (const { to, mail } of mails) {
    const [address] = wordsIn(world.story, to);
    // An address that nobody in the story typed is the operator's.
    const typed = address === undefined ? null : textOf(model, address);
    const reader = address === undefined ? 'operator' : (typed?.mailbox ?? typed?.by);
    for (const word of wordsIn(world.story, mail)) {
      const text = textOf(model, word);
      if (!text || text.by === reader || (reader && mayRead(reader, text))) continue;
      const name = reader && (reader === 'operator' ? 'the operator' : nameOf(reader));
      return {
        law: "nobody else's",
        name: `nobody else's: ${fieldName(text)} in a mail`,
        words: `A mail to ${name} holds what ${nameOf(text.by)} typed into ${fieldName(text)}.`,
      };
    }
  }
  return null;
}
