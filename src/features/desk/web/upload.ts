import { formHeader, pieceBytes, type UploadState } from '../rules/uploads.ts';

/** The hub's own words why a file can't be taken; whatever else goes wrong passes, and is tried again. */
export class Refused extends Error {}

interface Way {
  /** The form's token. */
  token: string;
  signal: AbortSignal;
  /** How far it is; with words while it waits for the connection. */
  told(state: Pick<UploadState, 'got'>, words?: string): void;
}

// Beside the script itself, whatever the desk's address is called.
const base = new URL('api/uploads', import.meta.url).href;

const lostWords = 'Connection lost. It goes on by itself.';

/** A file in pieces, over any number of interruptions: the hub says each time how much of it is there. */
export async function upload(file: File, { token, signal, told }: Way): Promise<UploadState> {
  const call = callOf(token, signal);
  let got = 0;
  for (let wait = 1000; ; wait = Math.min(wait * 2, 30_000)) {
    try {
      let state = await call('POST', base, {
        type: 'application/json',
        body: JSON.stringify({ name: file.name, size: file.size, print: String(file.lastModified) }),
      });
      for (;;) {
        got = state.got;
        told(state);
        if (state.isWhole) return state;
        const body = await bytesOf(file.slice(got, got + pieceBytes));
        state = await call('PUT', `${base}/${state.id}?from=${got}`, {
          type: 'application/octet-stream',
          body,
        });
        wait = 1000;
      }
    } catch (error) {
      if (signal.aborted || error instanceof Refused) throw error;
      told({ got }, lostWords);
      await pause(wait, signal);
    }
  }
}

/** Its place on the hub is free again; if that fails, in a day. */
export const forget = (id: string, token: string): void =>
  void callOf(token)('DELETE', `${base}/${id}`, {}).catch(() => {});

const callOf =
  (token: string, signal?: AbortSignal) =>
  async (method: string, url: string, { type, body }: { type?: string; body?: string | ArrayBuffer }) => {
    const response = await fetch(url, {
      method,
      headers: { [formHeader]: token, ...(type && { 'content-type': type }) },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    const answer = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
    if (response.ok && answer) return answer as unknown as UploadState;
    if (answer?.error?.message !== undefined) throw new Refused(answer.error.message);
    // A proxy in between, in words of its own.
    if (response.status === 413) throw new Refused('A proxy in front of the hub takes no pieces of 4 MB.');
    throw new Error(String(response.status));
  };

async function bytesOf(piece: Blob): Promise<ArrayBuffer> {
  return piece.arrayBuffer().catch(() => {
    throw new Refused('This file can’t be read any more. Choose it again.');
  });
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
