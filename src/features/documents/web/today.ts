/** A day where the reader is: on an evening in California it is tomorrow already for the hub. */
export const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

export const today = (): string => dayOf(new Date());
