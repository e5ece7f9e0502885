import type pg from 'pg';

/** COPY in both directions, on a dedicated client: pg supports the protocol, but not streams. */

interface Line {
  stream: {
    pause(): void;
    resume(): void;
    writableNeedDrain: boolean;
    once(event: 'drain', hear: () => void): void;
  };
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
}

const enoughWaiting = 1_048_576;

/** The bytes of a `copy ... to stdout`, with backpressure; returns the number of rows. */
export async function* copyOut(client: pg.ClientBase, statement: string): AsyncGenerator<Buffer, number> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let rows = 0;
  let over = false;
  let failure: unknown;
  let line: Line | undefined;
  let wake = () => {};
  const stop = (error?: unknown) => {
    failure ??= error;
    over = true;
    wake();
  };

  submit(client, {
    ...ignoring,
    submit: (connection) => (line = connection).query(statement),
    handleCopyData({ chunk }) {
      // Copied, because the parser reuses its buffer.
      waiting.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes > enoughWaiting) line?.stream.pause();
      wake();
    },
    handleCommandComplete: ({ text }) => void (rows = rowsIn(text)),
    handleReadyForQuery: () => stop(),
    handleError: (error) => stop(error),
  });

  for (;;) {
    if (failure) throw failure;
    if (waiting.length > 0) {
      const piece = Buffer.concat(waiting, bytes);
      waiting = [];
      bytes = 0;
      line?.stream.resume();
      yield piece;
    } else if (over) {
      return rows;
    } else {
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }
}

export interface CopyIn {
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves with the number of rows when PostgreSQL has accepted everything. */
  end(): Promise<number>;
}

/** Starts a `copy ... from stdin`. An error from PostgreSQL is thrown by the next write, or by the end. */
export async function copyIn(client: pg.ClientBase, statement: string): Promise<CopyIn> {
  let rows = 0;
  let line: Line | undefined;
  const done = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  // Reported by the next write or end; no one may be waiting at this moment.
  done.promise.catch(() => {});

  submit(client, {
    ...ignoring,
    submit: (connection) => (line = connection).query(statement),
    handleCopyInResponse: () => begun.resolve(),
    handleCommandComplete: ({ text }) => void (rows = rowsIn(text)),
    handleReadyForQuery: () => done.resolve(),
    handleError(error) {
      begun.reject(error);
      done.reject(error);
    },
  });
  await begun.promise;
  const connection = line as unknown as Line;
  let refused = false;
  done.promise.catch(() => (refused = true));

  return {
    async write(bytes) {
      if (refused) await done.promise;
      connection.sendCopyFromChunk(bytes);
      if (!connection.stream.writableNeedDrain) return;
      const drained = new Promise<void>((resolve) => connection.stream.once('drain', resolve));
      await Promise.race([drained, done.promise]);
    },
    async end() {
      if (!refused) connection.endCopyFrom();
      await done.promise;
      return rows;
    },
  };
}

interface Handlers {
  submit(connection: Line): void;
  handleCopyInResponse(connection: Line): void;
  handleCopyData(message: { chunk: Buffer }): void;
  handleCommandComplete(message: { text: string }): void;
  handleReadyForQuery(): void;
  handleError(error: unknown): void;
}

const ignoring = {
  handleCopyInResponse() {},
  handleCopyData() {},
  handleRowDescription() {},
  handleDataRow() {},
  handleEmptyQuery() {},
  handlePortalSuspended() {},
};

const submit = (client: pg.ClientBase, handlers: Handlers): void =>
  void client.query(handlers as unknown as pg.Submittable);

const rowsIn = (tag: string): number => Number(/^COPY (\d+)/.exec(tag)?.[1] ?? 0);
