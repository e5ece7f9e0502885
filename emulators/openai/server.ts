import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ChatCall {
  model: string;
  messages: { role: string; content: string }[];
  max_tokens?: number;
  max_completion_tokens?: number;
  stream_options?: unknown;
  authorization: string | undefined;
}

/** What the next calls are answered with; a text is streamed a few words at a time. */
export interface Behaviour {
  text: string | ((call: ChatCall) => string);
  status: number;
  /** Between two pieces. */
  delayMs: number;
  /** The connection is dropped after so many pieces. */
  cutAfter: number;
  /** Not even a heading comes. */
  silent: boolean;
  malformed: boolean;
  ending: string;
  /** Parameters that it answers 400 to, naming them. */
  refuses: readonly string[];
  /** The whole answer as it goes over the wire, in place of a stream of the text. */
  raw: { type: string; body: string } | null;
}

export interface OpenAiEmulator {
  /** As AI_BASE_URL. */
  baseUrl: string;
  calls: ChatCall[];
  /** What was written to the last caller, and when by the clock of this machine. */
  written: { content: string; at: number }[];
  behave(how: Partial<Behaviour>): void;
  close(): Promise<void>;
}

const wellBehaved: Behaviour = {
  text: 'Hello from the emulator.',
  status: 200,
  delayMs: 0,
  cutAfter: Infinity,
  silent: false,
  malformed: false,
  ending: 'stop',
  refuses: [],
  raw: null,
};

/**
 * A stand-in for an OpenAI-style chat endpoint, on this machine only. It is no model: it says what it is told to say, and
 * can be slow, cut, malformed, empty or refusing. `PUT /behave` sets that from another process.
 */
export async function startOpenAiEmulator({ port = 0 }: { port?: number } = {}): Promise<OpenAiEmulator> {
  let how = wellBehaved;
  const calls: ChatCall[] = [];
  const written: { content: string; at: number }[] = [];

  async function complete(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await read(request)) as Omit<ChatCall, 'authorization'>;
    const call: ChatCall = { ...body, authorization: request.headers.authorization };
    calls.push(call);
    written.length = 0;
    const { status, silent, text, delayMs, cutAfter, malformed, ending, refuses, raw } = how;
    if (silent) return;
    if (status !== 200) {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: 'secret words of the provider', code: status } }));
      return;
    }
    const refused = refuses.find((name) => name in call);
    if (refused) {
      response.writeHead(400, { 'content-type': 'application/json' });
      const instead = refused === 'max_tokens' ? " Use 'max_completion_tokens' instead." : '';
      const message = `Unsupported parameter: '${refused}' is not supported with this model.${instead}`;
      return void response.end(JSON.stringify({ error: { message, param: refused } }));
    }
    if (raw) return void response.writeHead(200, { 'content-type': raw.type }).end(raw.body);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (value: unknown) => response.write(`data: ${JSON.stringify(value)}\n\n`);
    const whole = typeof text === 'string' ? text : text(call);
    const pieces = whole.match(/[\s\S]{1,24}/g) ?? [];
    for (const [index, content] of pieces.entries()) {
      if (response.destroyed) return;
      if (index >= cutAfter) {
        // What was written has left before the line is cut.
        await sleep(20);
        return void response.destroy();
      }
      if (malformed && index > 0) response.write('data: {"choices": [{\n\n');
      send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
      written.push({ content, at: Date.now() });
      if (delayMs > 0) await sleep(delayMs);
    }
    send({ choices: [{ index: 0, delta: {}, finish_reason: ending }] });
    send({ choices: [], usage: { prompt_tokens: 100, completion_tokens: pieces.length * 6 } });
    response.end('data: [DONE]\n\n');
  }

  const server = createServer((request, response) => {
    const answer = async () => {
      const route = `${request.method} ${request.url}`;
      if (route === 'POST /v1/chat/completions') return complete(request, response);
      if (route === 'PUT /behave') {
        how = { ...wellBehaved, ...(JSON.parse(await read(request)) as Partial<Behaviour>) };
        return void response.writeHead(204).end();
      }
      if (route === 'GET /v1/models') {
        response.writeHead(200, { 'content-type': 'application/json' });
        return void response.end(JSON.stringify({ data: [{ id: 'emulated' }] }));
      }
      return void response.writeHead(404).end();
    };
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    written,
    behave(next) {
      how = { ...wellBehaved, ...next };
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece as string;
  return text;
}
