/** What people read out of an order's ID: eight characters, of the alphabet without look-alikes, in two groups. */
export const orderNumber = (id: string): string => {
  const text = id.replace(/^ord_/, '').slice(0, 8).toUpperCase();
  return `${text.slice(0, 4)}-${text.slice(4)}`;
};

/** How the ID begins that somebody typed as a number, with or without its groups; null for what is none. */
export function idBeginning(typed: string): string | null {
  const text = typed.trim().replaceAll(/[\s-]/g, '').toLowerCase();
  return /^[0-9a-z]{8}$/.test(text) ? `ord_${text}` : null;
}
