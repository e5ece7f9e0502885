import { afterEach, expect, test, vi } from 'vitest';
import { init, send, sendForm } from './email-client.ts';

interface Sent {
  url: string;
  method: string;
  type: string | null;
  body: unknown;
}
const sent: Sent[] = [];

/** The service's side of the wire. */
function service(status: number, text: string): void {
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    const { method, headers, body } = new Request(new URL(url, 'http://hub.test'), {
      ...request,
      duplex: 'half',
    } as RequestInit);
    void body;
    sent.push({ url, method, type: headers.get('content-type'), body: request.body });
    return new Response(status === 204 ? null : text, { status });
  });
}

/** A form as far as the client looks at it; the browser's FormData takes it apart. */
const form = {
  nodeName: 'FORM',
  fields: { from_email: 'anna@example.com', to_email: 'owner@birch.example' },
};

const RealFormData = globalThis.FormData;
vi.stubGlobal(
  'FormData',
  class extends RealFormData {
    constructor(source?: typeof form) {
      super();
      for (const [name, value] of Object.entries(source?.fields ?? {})) this.set(name, value);
    }
  },
);
vi.stubGlobal('document', { querySelector: (selector: string) => (selector === '#news' ? form : null) });

afterEach(() => {
  sent.length = 0;
  init({});
});

const asForm = form as unknown as HTMLFormElement;
const fieldsOf = (body: unknown) => Object.fromEntries(body as FormData);

test('[NEWS-7] a form goes to send-form with its fields and the three ids', async () => {
  service(200, 'OK');
  init({ publicKey: 'key', origin: 'https://mail.example' });
  await expect(sendForm('service', 'template', asForm)).resolves.toEqual({ status: 200, text: 'OK' });
  expect(sent[0]).toMatchObject({ url: 'https://mail.example/api/v1.0/email/send-form', method: 'POST' });
  expect(fieldsOf(sent[0]?.body)).toMatchObject({
    from_email: 'anna@example.com',
    to_email: 'owner@birch.example',
    service_id: 'service',
    template_id: 'template',
    user_id: 'key',
  });
});

test('[NEWS-8] send posts JSON {version, user_id, service_id, template_id, template_params} to send', async () => {
  service(200, 'OK');
  init('key');
  await send('service', 'template', { from_email: 'a@b.c' });
  expect(sent[0]).toMatchObject({ url: '/api/v1.0/email/send', method: 'POST', type: 'application/json' });
  expect(JSON.parse(String(sent[0]?.body))).toEqual({
    version: expect.any(String),
    user_id: 'key',
    service_id: 'service',
    template_id: 'template',
    template_params: { from_email: 'a@b.c' },
  });
});

test('[NEWS-8] a missing user ID, service ID or template ID is a rejection, and nothing is sent', async () => {
  service(200, 'OK');
  const rejected = { status: 0, text: expect.stringMatching(/ID is required/) };
  await expect(send('service', 'template')).rejects.toEqual(rejected);
  init('key');
  await expect(send('', 'template')).rejects.toEqual(rejected);
  await expect(sendForm('service', '', asForm)).rejects.toEqual(rejected);
  expect(sent).toEqual([]);
});

test('[NEWS-8] what is neither a form nor finds one is a rejection, and nothing is sent', async () => {
  service(200, 'OK');
  init('key');
  const rejected = { status: 0, text: 'There is no such form.' };
  for (const wrong of ['#nowhere', { nodeName: 'DIV' }, null, undefined])
    await expect(sendForm('service', 'template', wrong as never)).rejects.toEqual(rejected);
  expect(sent).toEqual([]);
  await expect(sendForm('service', 'template', '#news')).resolves.toMatchObject({ status: 200 });
});

test.each([
  [400, 'The service ID not found.'],
  [429, 'Too many'],
  [500, ''],
  [204, ''],
  [201, 'Created'],
])('[NEWS-8] the answer %i %j is a rejection with just that', async (status, text) => {
  service(status, text);
  init('key');
  await expect(sendForm('service', 'template', asForm)).rejects.toEqual({ status, text });
});

test('[NEWS-8] the text OK is success whatever the status, and 200 whatever the text', async () => {
  init('key');
  service(202, 'OK');
  await expect(sendForm('service', 'template', asForm)).resolves.toEqual({ status: 202, text: 'OK' });
  service(200, 'queued');
  await expect(sendForm('service', 'template', asForm)).resolves.toEqual({ status: 200, text: 'queued' });
});

test('[NEWS-8] a service that cannot be reached is a rejection', async () => {
  init('key');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
  await expect(sendForm('service', 'template', asForm)).rejects.toEqual({
    status: 0,
    text: 'The email service isn’t responding.',
  });
});
