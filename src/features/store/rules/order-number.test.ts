import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '#base/id.ts';
import { idBeginning, orderNumber } from './order-number.ts';

test('[law] an order’s number is short, and whoever types it, however grouped, finds the order', () => {
  fc.assert(
    fc.property(fc.constantFrom('-', '', ' ', ' - '), fc.boolean(), (between, isLower) => {
      const id = newId('order');
      const number = orderNumber(id);
      expect(number).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
      const typed = number.replace('-', between);
      const beginning = idBeginning(isLower ? ` ${typed.toLowerCase()}` : typed);
      expect(beginning).not.toBeNull();
      expect(id.startsWith(beginning ?? 'nothing')).toBe(true);
    }),
  );
  for (const other of ['', 'ord_', '2026-0001', 'ada@example.com', '%%%%%%%%']) {
    expect(idBeginning(other) === null || other === '2026-0001').toBe(true);
  }
});
