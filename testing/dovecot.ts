import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Where Dovecot and its POP3 are installed. */
export const hasDovecot = (): boolean =>
  process.platform === 'linux' &&
  (spawnSync('dovecot', ['--version']).stdout?.toString() ?? '').startsWith('2.3') &&
  spawnSync('test', ['-x', '/usr/lib/dovecot/pop3']).status === 0;

/** A mailbox of a real Dovecot on loopback, in a folder of its own. */
export async function startDovecot() {
  // The paths of its sockets have to be short.
  const folder = mkdtempSync(join(tmpdir(), 'pop-'));
  const isRoot = process.getuid?.() === 0;
  const [uid, gid] = isRoot ? [65_534, 65_534] : [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const places = ['', 'mail', 'mail/new', 'mail/cur', 'mail/tmp'].map((name) => join(folder, name));
  for (const place of places) {
    mkdirSync(place, { recursive: true });
    chmodSync(place, 0o755);
    chownSync(place, uid, gid);
  }
  const port = await freePort();
  const config = join(folder, 'dovecot.conf');
  writeFileSync(
    config,
    `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = pop3
ssl = no
disable_plaintext_auth = no
pop3_lock_session = yes
mail_location = maildir:${folder}/mail
first_valid_uid = 1
auth_failure_delay = 0
passdb {
  driver = static
  args = password=word
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}
}
service pop3-login {
  chroot =
  inet_listener pop3 {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener pop3s {
    port = 0
  }
}
${isRoot ? '' : `default_internal_user = ${process.env['USER']}\ndefault_login_user = ${process.env['USER']}\nservice anvil {\n  chroot =\n}\n`}`,
  );
  const dovecot = spawn('dovecot', ['-F', '-c', config], { stdio: 'ignore' });
  onTestFinished(async () => {
    const gone = dovecot.exitCode === null ? once(dovecot, 'exit') : undefined;
    dovecot.kill();
    await gone;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  await answers(port);
  let count = 0;
  return {
    url: `pop3://hub:word@127.0.0.1:${port}`,
    put(text: string) {
      const path = join(folder, 'mail', 'new', `${1_000_000 + (count += 1)}.${count}.host`);
      writeFileSync(path, text.replaceAll(/\r?\n/g, '\r\n'), 'latin1');
      chownSync(path, uid, gid);
    },
    messages: () => ['new', 'cur'].flatMap((place) => readdirSync(join(folder, 'mail', place))).length,
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(port: number): Promise<void> {
  for (let n = 0; n < 100; n += 1) {
    const socket = connect(port, '127.0.0.1');
    const said = await once(socket, 'data').then(String, () => '');
    socket.destroy();
    if (said.startsWith('+OK')) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('Dovecot doesn’t answer');
}
