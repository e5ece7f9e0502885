// Apart from the contract, so that a screen knows them without the schemas.

/** Why somebody leaves, where they want to say it. */
export const leaveReasons = {
  price: 'It costs too much',
  unused: 'I do not use it enough',
  missing: 'Something is missing',
  trouble: 'It does not work well',
  done: 'My project is over',
  other: 'Something else',
} as const;
export type LeaveReason = keyof typeof leaveReasons;
