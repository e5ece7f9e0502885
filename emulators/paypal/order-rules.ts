import { type Field, invalid, unprocessable } from './api-error.ts';

export interface Money {
  currency_code: string;
  value: string;
}

/** What PayPal takes payments in, and with how many decimals. */
const currencies: Record<string, number> = {
  ...Object.fromEntries(
    'AUD BRL CAD CNY CZK DKK EUR HKD ILS MYR MXN NZD NOK PHP PLN GBP SGD SEK CHF THB USD'
      .split(' ')
      .map((code) => [code, 2]),
  ),
  HUF: 0,
  JPY: 0,
  TWD: 0,
};

type Part = Record<string, unknown>;
const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const at = (field: string, value?: unknown): Field => ({
  field,
  ...(typeof value === 'string' && { value }),
});

export const minorUnits = (money: Money): number =>
  Math.round(Number(money.value) * 10 ** (currencies[money.currency_code] ?? 2));

/** An amount as the description of the API has it: known currency, its own number of decimals, never below nothing. */
export function readMoney(given: unknown, field: string): Money {
  if (!isPart(given)) throw invalid('MISSING_REQUIRED_PARAMETER', at(field));
  const { currency_code: currency, value } = given;
  if (currency === undefined) throw invalid('MISSING_REQUIRED_PARAMETER', at(`${field}/currency_code`));
  if (value === undefined) throw invalid('MISSING_REQUIRED_PARAMETER', at(`${field}/value`));
  if (typeof currency !== 'string' || currency.length !== 3)
    throw invalid('INVALID_STRING_LENGTH', at(`${field}/currency_code`, currency));
  if (typeof value !== 'string' || value.length > 32 || !/^((-?\d+)|(-?(\d+)?[.]\d+))$/.test(value))
    throw invalid('INVALID_PARAMETER_SYNTAX', at(`${field}/value`, value));
  const decimals = currencies[currency];
  if (decimals === undefined)
    throw unprocessable('INVALID_CURRENCY_CODE', at(`${field}/currency_code`, currency));
  const [whole = '', fraction = ''] = value.split('.');
  if (fraction.length > decimals) throw unprocessable('DECIMAL_PRECISION', at(`${field}/value`, value));
  if (value.startsWith('-')) throw unprocessable('CANNOT_BE_NEGATIVE', at(`${field}/value`, value));
  if (whole.length > 15) throw unprocessable('MAX_VALUE_EXCEEDED', at(`${field}/value`, value));
  return { currency_code: currency, value };
}

/** A text within its bounds, and well-formed: half of a letter is no JSON text. */
function assertText(given: unknown, field: string, [least, most]: [number, number]): void {
  if (given === undefined) return;
  if (typeof given !== 'string' || !given.isWellFormed())
    throw invalid('INVALID_PARAMETER_SYNTAX', at(field, given));
  if (given.length < least || given.length > most) throw invalid('INVALID_STRING_LENGTH', at(field, given));
}

const added = ['item_total', 'tax_total', 'shipping', 'handling', 'insurance'];
const taken = ['shipping_discount', 'discount'];

function assertItems(
  unit: Part,
  field: string,
  currency: string,
): { total: number; tax: number; hasTax: boolean } | null {
  if (unit['items'] === undefined) return null;
  if (!Array.isArray(unit['items'])) throw invalid('INVALID_PARAMETER_SYNTAX', at(`${field}/items`));
  const sums = { total: 0, tax: 0, hasTax: false };
  for (const [n, item] of (unit['items'] as unknown[]).entries()) {
    const place = `${field}/items/${n}`;
    if (!isPart(item)) throw invalid('INVALID_PARAMETER_SYNTAX', at(place));
    for (const name of ['name', 'quantity', 'unit_amount'])
      if (item[name] === undefined) throw invalid('MISSING_REQUIRED_PARAMETER', at(`${place}/${name}`));
    assertText(item['name'], `${place}/name`, [1, 127]);
    assertText(item['description'], `${place}/description`, [0, 127]);
    assertText(item['sku'], `${place}/sku`, [0, 127]);
    const quantity = item['quantity'];
    if (typeof quantity !== 'string' || !/^[1-9]\d{0,9}$/.test(quantity))
      throw invalid('INVALID_PARAMETER_SYNTAX', at(`${place}/quantity`, quantity));
    const category = item['category'];
    if (
      category !== undefined &&
      !['DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION'].includes(category as string)
    )
      throw invalid('INVALID_PARAMETER_VALUE', at(`${place}/category`, category));
    const price = readMoney(item['unit_amount'], `${place}/unit_amount`);
    if (price.currency_code !== currency)
      throw unprocessable('MULTI_CURRENCY_ORDER', at(`${place}/unit_amount`));
    sums.total += minorUnits(price) * Number(quantity);
    if (item['tax'] === undefined) continue;
    const tax = readMoney(item['tax'], `${place}/tax`);
    if (tax.currency_code !== currency) throw unprocessable('MULTI_CURRENCY_ORDER', at(`${place}/tax`));
    sums.tax += minorUnits(tax) * Number(quantity);
    sums.hasTax = true;
  }
  return sums;
}

/** The amount with its breakdown and its items: every sum must be the one above it, all in one currency. */
export function assertAmount(unit: Part, field: string): void {
  const amount = readMoney(unit['amount'], `${field}/amount`);
  const whole = minorUnits(amount);
  if (whole <= 0)
    throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', at(`${field}/amount/value`, amount.value));
  const items = assertItems(unit, field, amount.currency_code);
  const breakdown = (unit['amount'] as Part)['breakdown'];
  const place = `${field}/amount/breakdown`;
  if (breakdown !== undefined && !isPart(breakdown)) throw invalid('INVALID_PARAMETER_SYNTAX', at(place));
  const parts = new Map<string, number>();
  for (const name of [...added, ...taken]) {
    if (breakdown?.[name] === undefined) continue;
    const part = readMoney(breakdown[name], `${place}/${name}`);
    if (part.currency_code !== amount.currency_code)
      throw unprocessable('MULTI_CURRENCY_ORDER', at(`${place}/${name}/currency_code`, part.currency_code));
    parts.set(name, minorUnits(part));
  }
  const itemTotal = parts.get('item_total');
  if (items && itemTotal === undefined) throw unprocessable('ITEM_TOTAL_REQUIRED', at(`${place}/item_total`));
  if (items && items.total !== itemTotal)
    throw unprocessable('ITEM_TOTAL_MISMATCH', at(`${place}/item_total/value`));
  if (items?.hasTax && !parts.has('tax_total'))
    throw unprocessable('TAX_TOTAL_REQUIRED', at(`${place}/tax_total`));
  if (items?.hasTax && items.tax !== parts.get('tax_total'))
    throw unprocessable('TAX_TOTAL_MISMATCH', at(`${place}/tax_total/value`));
  if (breakdown === undefined) return;
  const sum = (names: string[]) => names.reduce((all, name) => all + (parts.get(name) ?? 0), 0);
  if (sum(added) - sum(taken) !== whole)
    throw unprocessable('AMOUNT_MISMATCH', at(`${field}/amount/value`, amount.value));
}

/** An order to be made, as far as a shop's server writes one. */
export function assertOrder(body: Part): void {
  const { intent, purchase_units: units, application_context: context } = body;
  if (intent === undefined) throw invalid('MISSING_REQUIRED_PARAMETER', at('/intent'));
  if (intent !== 'CAPTURE') throw invalid('INVALID_PARAMETER_VALUE', at('/intent', intent));
  if (!Array.isArray(units)) throw invalid('MISSING_REQUIRED_PARAMETER', at('/purchase_units'));
  if (units.length === 0) throw invalid('INVALID_ARRAY_MIN_ITEMS', at('/purchase_units'));
  if (units.length > 1) throw invalid('INVALID_ARRAY_MAX_ITEMS', at('/purchase_units'));
  const unit: unknown = units[0];
  if (!isPart(unit)) throw invalid('INVALID_PARAMETER_SYNTAX', at('/purchase_units/0'));
  assertUnitTexts(unit, '/purchase_units/0');
  assertAmount(unit, '/purchase_units/0');
  if (context === undefined) return;
  if (!isPart(context)) throw invalid('INVALID_PARAMETER_SYNTAX', at('/application_context'));
  assertText(context['brand_name'], '/application_context/brand_name', [1, 127]);
  const choices: [string, string[]][] = [
    ['shipping_preference', ['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']],
    ['user_action', ['CONTINUE', 'PAY_NOW']],
    ['landing_page', ['LOGIN', 'BILLING', 'NO_PREFERENCE', 'GUEST_CHECKOUT']],
  ];
  for (const [name, values] of choices)
    if (context[name] !== undefined && !values.includes(context[name] as string))
      throw invalid('INVALID_PARAMETER_VALUE', at(`/application_context/${name}`, context[name]));
}

export function assertUnitTexts(unit: Part, field: string): void {
  assertText(unit['reference_id'], `${field}/reference_id`, [1, 256]);
  assertText(unit['description'], `${field}/description`, [1, 127]);
  assertText(unit['custom_id'], `${field}/custom_id`, [1, 127]);
  assertText(unit['invoice_id'], `${field}/invoice_id`, [1, 127]);
  assertText(unit['soft_descriptor'], `${field}/soft_descriptor`, [1, 22]);
}

export function assertRefund(body: Part): void {
  assertText(body['invoice_id'], '/invoice_id', [1, 127]);
  assertText(body['custom_id'], '/custom_id', [1, 127]);
  assertText(body['note_to_payer'], '/note_to_payer', [1, 255]);
}

const patchable: Record<string, string[]> = {
  amount: ['replace'],
  custom_id: ['replace', 'add', 'remove'],
  description: ['replace', 'add', 'remove'],
  invoice_id: ['replace', 'add', 'remove'],
  items: ['replace', 'add', 'remove'],
  soft_descriptor: ['replace', 'remove'],
};

/** The unit as the operations of a PATCH leave it; nothing is changed where one of them cannot be. */
export function patched(unit: Part, operations: unknown): Part {
  if (!Array.isArray(operations)) throw invalid('INVALID_PARAMETER_SYNTAX', at('/'));
  const next: Part = { ...unit };
  for (const operation of operations as unknown[]) {
    const { op, path, value } = isPart(operation) ? operation : {};
    if (typeof path !== 'string') throw unprocessable('PATCH_PATH_REQUIRED');
    const [, reference, name = ''] =
      /^\/purchase_units\/@reference_id=='([^']*)'\/([a-z_]+)$/.exec(path) ?? [];
    if (reference === undefined) throw unprocessable('INVALID_JSON_POINTER_FORMAT', at(path));
    if (reference !== (unit['reference_id'] ?? 'default'))
      throw unprocessable('REFERENCE_ID_NOT_FOUND', at(path));
    const allowed = patchable[name];
    if (!allowed) throw unprocessable('NOT_PATCHABLE', at(path));
    if (typeof op !== 'string' || !allowed.includes(op)) throw invalid('INVALID_PATCH_OPERATION', at(path));
    if (op !== 'remove' && value === undefined) throw unprocessable('PATCH_VALUE_REQUIRED', at(path));
    if (op === 'remove') delete next[name];
    else next[name] = value;
  }
  assertUnitTexts(next, '/purchase_units/0');
  assertAmount(next, '/purchase_units/0');
  return next;
}
