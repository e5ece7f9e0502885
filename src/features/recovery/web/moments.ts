/** Days and times as people in front of this browser say them. */
export const day = (iso: string): string => {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(at);
};

export const moment = (iso: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
