import { emailPaths, isTaken, missingId, ownEmailService, type EmailIds } from '../rules/email-service.ts';

/** The EmailJS library's contract in a kilobyte, against any service of its shape: by default this hub's own. */
export interface EmailStatus {
  status: number;
  text: string;
}

export interface EmailOptions {
  publicKey?: string;
  /** Where the service is; '' is this hub. */
  origin?: string;
}

let settings: Required<EmailOptions> = { publicKey: '', origin: '' };

export function init(options: EmailOptions | string): void {
  settings = {
    publicKey: '',
    origin: '',
    ...(typeof options === 'string' ? { publicKey: options } : options),
  };
}

/** Resolves when the service took it; rejects with a status and its words, 0 when nothing was sent. */
export async function send(
  serviceId: string,
  templateId: string,
  params: Record<string, unknown> = {},
  options: EmailOptions = {},
): Promise<EmailStatus> {
  const { publicKey, origin } = { ...settings, ...options };
  const ids = checkedIds({ service_id: serviceId, template_id: templateId, user_id: publicKey });
  return post(`${origin}${emailPaths.send}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ version, ...ids, template_params: params }),
  });
}

/** The same with the fields of a form, which is given or found by its selector. */
export async function sendForm(
  serviceId: string,
  templateId: string,
  form: HTMLFormElement | string,
  options: EmailOptions = {},
): Promise<EmailStatus> {
  const { publicKey, origin } = { ...settings, ...options };
  const ids = checkedIds({ service_id: serviceId, template_id: templateId, user_id: publicKey });
  const body = new FormData(formOf(form));
  for (const [name, value] of Object.entries({ version, ...ids })) body.set(name, value ?? '');
  return post(`${origin}${emailPaths.sendForm}`, { body });
}

/** The newsletter's form, by the service that was set, or else by the hub's own. */
export function subscribe(
  form: HTMLFormElement,
  service: { serviceId: string; templateId: string; publicKey: string; origin?: string } | null | undefined,
): Promise<EmailStatus> {
  const { serviceId, templateId, publicKey } = service ?? ownEmailService;
  init({ publicKey, origin: service?.origin ?? '' });
  return sendForm(serviceId, templateId, form);
}

const version = '4.4.1';
const timeoutMs = 20_000;

function checkedIds(ids: EmailIds): EmailIds {
  const missing = missingId(ids);
  if (missing) throw failure(0, missing);
  return ids;
}

function formOf(form: HTMLFormElement | string): HTMLFormElement {
  const found = typeof form === 'string' ? document.querySelector<HTMLFormElement>(form) : form;
  if (found?.nodeName !== 'FORM') throw failure(0, 'There is no such form.');
  return found;
}

async function post(url: string, request: Pick<RequestInit, 'headers' | 'body'>): Promise<EmailStatus> {
  let answer: EmailStatus;
  try {
    const response = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(timeoutMs), ...request });
    answer = { status: response.status, text: await response.text() };
  } catch {
    throw failure(0, 'The email service isn’t responding.');
  }
  if (!isTaken(answer.status, answer.text)) throw answer;
  return answer;
}

const failure = (status: number, text: string): EmailStatus => ({ status, text });
