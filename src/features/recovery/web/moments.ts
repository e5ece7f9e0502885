/** Days and times as people in front of this browser say them. */
export const day = (iso: string): string => {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(at);
};

export const moment = (iso: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

/** Today it is the time alone. */
export const lately = (at: Date, now: Date): string =>
  at.toDateString() === now.toDateString()
    ? `at ${new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(at)}`
    : `on ${moment(at.toISOString())}`;
