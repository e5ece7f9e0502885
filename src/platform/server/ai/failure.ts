const reasons = {
  off: 'No AI model is set up in this hub.',
  budget: 'The AI budget of this hub is used up for today.',
  refused: 'The AI service did not accept the key of this hub. Its operator has to look at it.',
  unfit:
    'The AI service does not take what this hub asks of it. Its operator has to look at the address and the model.',
  busy: 'The AI service has too much to do. Try again in a minute.',
  slow: 'The AI service took too long.',
  cut: 'The AI service stopped in the middle.',
  long: 'The answer grew longer than there is room for.',
  empty: 'The AI service answered nothing.',
  malformed: 'The AI service answered something that cannot be read.',
  down: 'The AI service cannot be reached.',
} as const;

export type AiReason = keyof typeof reasons;

/** Why a model did not do it. The words are for people; what the endpoint said is never passed on. */
export class AiFailure extends Error {
  override name = 'AiFailure';
  readonly reason: AiReason;

  constructor(reason: AiReason, words?: string) {
    super(words ?? reasons[reason]);
    this.reason = reason;
  }

  /** Refused before a model was asked. */
  get isFree(): boolean {
    return ['off', 'budget', 'refused', 'unfit', 'busy', 'down'].includes(this.reason);
  }
}
