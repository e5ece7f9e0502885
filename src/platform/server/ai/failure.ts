const reasons = {
  off: 'No AI model is set up here.',
  budget: 'Today’s AI budget is used up.',
  refused: 'The AI service rejected our API key. Contact support.',
  unfit: 'The AI service rejected the request. Contact support: its address or model may be wrong.',
  busy: 'The AI service is busy. Try again in a minute.',
  slow: 'The AI service took too long.',
  cut: 'The AI service stopped in the middle.',
  long: 'The AI service’s answer was too long.',
  empty: 'The AI service sent an empty answer.',
  malformed: 'The AI service sent an unreadable answer.',
  down: 'Can’t reach the AI service.',
} as const;

export type AiReason = keyof typeof reasons;

/** Why a model call failed. The message is for people; what the endpoint returned is never passed on. */
export class AiFailure extends Error {
  override name = 'AiFailure';
  readonly reason: AiReason;

  constructor(reason: AiReason, words?: string) {
    super(words ?? reasons[reason]);
    this.reason = reason;
  }

  /** Rejected before a model was called. */
  get isFree(): boolean {
    return ['off', 'budget', 'refused', 'unfit', 'busy', 'down'].includes(this.reason);
  }
}
