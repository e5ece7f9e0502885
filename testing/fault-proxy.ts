import { createServer, connect, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** What the line does to what passes. */
export interface Fault {
  /** Waits this long before passing each piece on to the caller. */
  delayMs?: number;
  /** Lets this many bytes of answers through, then cuts the connection. */
  cutAfterBytes?: number;
  /** Takes connections and never answers. */
  silent?: boolean;
  /** Refuses connections, and cuts the open ones. */
  down?: boolean;
}

export interface FaultProxy {
  port: number;
  set(fault: Fault): void;
  connections(): number;
  close(): Promise<void>;
}

/** A TCP line between a test and a server (HTTP, SMTP, PostgreSQL) that delays, cuts, hangs or is down on demand. */
export async function faultProxy(
  target: { port: number; host?: string } | { path: string },
): Promise<FaultProxy> {
  let fault: Fault = {};
  let passed = 0;
  const open = new Set<Socket>();

  const server: Server = createServer((caller) => {
    open.add(caller);
    caller.on('error', () => {}).on('close', () => open.delete(caller));
    if (fault.down) return void caller.resetAndDestroy();
    if (fault.silent) return void caller.resume();

    const callee = 'path' in target ? connect(target.path) : connect({ host: '127.0.0.1', ...target });
    open.add(callee);
    callee
      .on('error', () => caller.destroy())
      .on('close', () => {
        open.delete(callee);
        // Not before what is still on its way.
        setTimeout(() => caller.end(), fault.delayMs ? fault.delayMs + 1 : 0);
      });
    caller.on('close', () => callee.destroy());
    caller.on('data', (piece) => callee.write(piece));
    callee.on('data', (piece: Buffer) => {
      const pass = () => {
        const room = fault.cutAfterBytes === undefined ? piece.length : fault.cutAfterBytes - passed;
        passed += piece.length;
        if (fault.silent) return;
        caller.write(piece.subarray(0, Math.max(0, room)));
        if (room < piece.length) caller.destroy();
      };
      if (fault.delayMs) setTimeout(pass, fault.delayMs);
      else pass();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      fault = next;
      passed = 0;
      // Only TCP knows a reset; a Unix socket is just closed.
      if (next.down) for (const socket of open) socket[socket.remoteFamily ? 'resetAndDestroy' : 'destroy']();
    },
    connections: () => open.size,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
