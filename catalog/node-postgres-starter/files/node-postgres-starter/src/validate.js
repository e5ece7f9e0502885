import { Problem } from './http.js';

/** `check(body, { title: text(1, 200) })`: exactly these fields, each right, or a 400 that names every wrong one. */
export function check(body, shape) {
  const fields = {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Problem(400, 'bad_request', 'Send an object.');
  const value = {};
  for (const [name, rule] of Object.entries(shape)) {
    const result = rule(body[name]);
    if (result.wrong) fields[name] = result.wrong;
    else if (result.value !== undefined) value[name] = result.value;
  }
  for (const name of Object.keys(body)) if (!Object.hasOwn(shape, name)) fields[name] = 'is not known here';
  if (Object.keys(fields).length > 0) throw new Problem(400, 'bad_request', 'Something in this request is not right.', fields);
  return value;
}

export const text = (least, most) => (given) => {
  if (typeof given !== 'string') return { wrong: 'takes text' };
  const value = given.trim();
  if (value.length < least || value.length > most) return { wrong: `takes ${least} to ${most} characters` };
  return { value };
};

export const email = (given) => {
  const value = typeof given === 'string' ? given.trim().toLowerCase() : '';
  return /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+$/.test(value) && value.length <= 254 ? { value } : { wrong: 'takes a mail address' };
};

/** Not trimmed: a space may be part of it. */
export const password = (given) =>
  typeof given === 'string' && given.length >= 10 && given.length <= 200 ? { value: given } : { wrong: 'takes 10 to 200 characters' };

export const whole = (given) => (Number.isSafeInteger(given) && given > 0 ? { value: given } : { wrong: 'takes a whole number' });

export const optional = (rule) => (given) => (given === undefined ? {} : rule(given));
