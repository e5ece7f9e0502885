import * as z from 'zod/mini';

export const longestMessage = 2000;
/** How much of a conversation goes along with a question. */
export const mostTurns = 12;
const longestTurn = 4000;

const turn = z.object({
  from: z.enum(['visitor', 'assistant']),
  text: z.string().check(z.maxLength(longestTurn, `at most ${longestTurn} characters`)),
});
export type Turn = z.output<typeof turn>;

export const chatRequest = z.object({
  message: z.string('Type a question, then send it.').check(
    z.refine((text) => text.trim() !== '', 'Type a question, then send it.'),
    z.maxLength(
      longestMessage,
      `That’s longer than I can read at once. The limit is ${longestMessage.toLocaleString('en-US')} characters.`,
    ),
  ),
  context: z.optional(z.array(turn).check(z.maxLength(mostTurns, `at most ${mostTurns} earlier turns`))),
});
export type ChatRequest = z.output<typeof chatRequest>;

/** One press that does what the answer speaks of. */
const act = z.object({
  label: z.string(),
  /** Where it leads; a path of this hub. */
  href: z.string(),
  /** What goes into the cart. */
  product: z.optional(z.string()),
  /** What the generator is asked to draft. */
  request: z.optional(z.string()),
});
export type Act = z.output<typeof act>;

export const chatAnswer = z.object({
  reply: z.string(),
  act: z.optional(act),
  /** What else may be meant, as one would ask for it. */
  offers: z.optional(z.array(z.string())),
  /** Why it is not the answer that was to be expected, such as a budget that is used up. */
  notice: z.optional(z.string()),
});
export type ChatAnswer = z.output<typeof chatAnswer>;

/** What comes over a stream: pieces of the reply, then the whole of it, which counts. */
export type ChatEvent = { piece: string } | ChatAnswer;

export const cutTurn = (text: string): string => text.slice(0, longestTurn);
