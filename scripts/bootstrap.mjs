// The first thing that runs on a fresh machine: plain JavaScript for Node 20, no packages.
// Sees to packages and to the pinned Node, then hands over to it.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { again } from './again.mjs';
import { alone, refusal, run, Stopped } from './prepare.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const { pinnedNode: pinned } = JSON.parse(readFileSync('package.json', 'utf8'));
// The pinned one itself, called by its path, is no Node of this machine.
const isTooOld =
  process.execPath.startsWith(join(root, 'node_modules')) ||
  Number(process.versions.node.split('.')[0]) < Number(pinned.version.split('.')[0]);
const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const nodeFolder = join('node_modules', `node-${platform}`);
/** Where it is installed by itself. A machine with a Node that is new enough needs no second one. */
const nodeApart = join('node_modules', '.node');

// `lean`: needs no packages of development, which take as long again to install.
const commands = {
  start: { script: 'scripts/start.mjs', nodeEnv: 'production', again: true, lean: true },
  dev: { script: 'scripts/dev.mjs', nodeEnv: 'development' },
  test: { script: 'scripts/test.mjs' },
  check: { script: 'scripts/check.mjs' },
  format: { script: 'scripts/check.mjs', args: ['--format'] },
  bench: { script: 'bench/bench.mjs', nodeEnv: 'production' },
  torture: { script: 'scripts/torture.mjs', nodeEnv: 'production' },
  shots: { script: 'scripts/shots.mjs', nodeEnv: 'production' },
  build: { script: 'scripts/build.mjs', lean: true },
  // For an image's own layer: packages and nothing else.
  packages: { lean: true },
  hub: { script: 'src/apps/server/command-line.ts', nodeEnv: 'production', quiet: true, lean: true },
};

const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];
if (!command) fail(`Unknown command ${name}. Available: ${Object.keys(commands).join(', ')}`);
if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Node ${process.versions.node} is too old. Install Node 20 or newer, then try again.`);
}

if (isTooOld && !pinned.integrity[platform])
  fail(`Node ${process.versions.node} is too old on this system. Install Node 24 or newer, then try again.`);

await installPackages().catch((error) => {
  if (error instanceof Stopped) process.exit(error.exitCode);
  fail(`packages   ${refusal(error, root) ?? error.message}`);
});
if (!command.script) process.exit(0);
// By path, never by $NODE or PATH: the same Node all along.
const node = isTooOld
  ? join(root, nodeFolder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  : process.execPath;
const env = { ...process.env };
// Rendering in React's development mode costs four times as much.
if (command.nodeEnv) env.NODE_ENV = command.nodeEnv;
else delete env.NODE_ENV;

const parent = process.ppid;
const once = (options = {}) =>
  run(node, [command.script, ...(command.args ?? []), ...args], {
    stdio: 'inherit',
    env,
    watch: endOfNpm,
    ...options,
  });
process.exit(
  command.again
    ? await again((ready) => once({ stdio: ['inherit', 'inherit', 'inherit', 'ipc'], told: ready }), {
        say: (words) => console.error(`hub        ${words}`),
        isAbandoned: () => isNpm() && process.ppid !== parent,
      })
    : (await once()).code,
);

/** A npm that is killed, or whose terminal is closed, tells nobody: its end shows in a new parent. */
function endOfNpm(stop) {
  if (!isNpm()) return undefined;
  const own = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== own) stop('SIGHUP');
  }, 1000);
  return () => clearInterval(timer);
}

function isNpm() {
  return Boolean(process.env.npm_lifecycle_event) && process.platform !== 'win32';
}

function say(line) {
  if (!command?.quiet) console.log(line);
}

function fail(line) {
  console.error(line);
  process.exit(1);
}

async function installPackages() {
  const stamp = createHash('sha256')
    .update(readFileSync('package-lock.json'))
    .update(readFileSync('package.json'))
    .update(process.platform + process.arch)
    .digest('hex');
  const stampFile = 'node_modules/.stamp';
  const stamped = () => (existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null);
  const leanStamp = `${stamp} lean`;
  const isInstalled = () =>
    (stamped() === stamp || (command.lean && stamped() === leanStamp)) &&
    (!isTooOld || existsSync(nodeFolder));
  if (isInstalled()) return;
  mkdirSync('node_modules', { recursive: true });
  const mark = '.installing';
  const waiting = () => say('packages   another start is installing them; waiting ...');
  await alone(`node_modules/${mark}`, waiting, async (wasCut) => {
    if (isInstalled()) return;
    say('packages   installing; takes about a minute the first time ...');
    // npm takes a package that is there by half for a whole one.
    if (wasCut)
      for (const entry of readdirSync('node_modules'))
        if (entry !== mark) rmSync(join('node_modules', entry), { recursive: true, force: true });
    const started = Date.now();
    const ticking = setInterval(() => {
      say(
        `packages   still installing after ${Math.round((Date.now() - started) / 1000)} s; npm waits a long time for the network`,
      );
    }, 60_000);
    // Nothing is taken from a machine that has everything, such as a developer's.
    const isLean = command.lean === true && (stamped()?.endsWith(' lean') ?? true);
    // The two share nothing, and a Node is as long in coming as half of the rest.
    const [ran, fetched] = await Promise.all([
      npmInstall([isLean ? '--omit=dev' : '--include=dev', '--include=optional']),
      isTooOld ? npmInstall([`--prefix=${nodeApart}`, `node-${platform}@${pinned.version}`]) : { code: 0 },
    ]);
    clearInterval(ticking);
    const stopped = ran.stopped ?? fetched.stopped;
    if (stopped) throw new Stopped(stopped);
    if (ran.code !== 0 || fetched.code !== 0)
      throw new Error('couldn’t be installed. Check the network connection; npm’s output is above.');
    if (isTooOld) takeNode();
    const seconds = (Date.now() - started) / 1000;
    writeFileSync('node_modules/.installed.json', JSON.stringify({ seconds }));
    writeFileSync(stampFile, isLean ? leanStamp : stamp);
    say(`packages   installed in ${seconds.toFixed(0)} s`);
  });
}

// Not `npm ci`: it fails where a registry lacks another platform's optional binaries.
// npm's own environment would carry this command's settings over into the install.
function npmInstall(what) {
  const npm = process.env.npm_execpath;
  const installArgs = ['install', '--no-save', '--loglevel=error', '--no-audit', '--no-fund', ...what];
  // Told to stop, npm takes back what it has done, for as long as it likes: the next start does that.
  const how = { stdio: ['ignore', 'ignore', 'inherit'], watch: endOfNpm, patienceMs: 3000 };
  return npm && /\.c?js$/.test(npm)
    ? run(process.execPath, [npm, ...installArgs], how)
    : run('npm', installArgs, { ...how, shell: process.platform === 'win32' });
}

/** It is the very package that was pinned; its headers and manual are for building other programs. */
function takeNode() {
  const lock = JSON.parse(readFileSync(join(nodeApart, 'node_modules', '.package-lock.json'), 'utf8'));
  if (lock.packages[`node_modules/node-${platform}`]?.integrity !== pinned.integrity[platform])
    throw new Error(
      `node-${platform} ${pinned.version} doesn’t match the pinned package; none of it was run.`,
    );
  rmSync(nodeFolder, { recursive: true, force: true });
  renameSync(join(nodeApart, nodeFolder), nodeFolder);
  // As npm links a package's programs: relative, so they hold one folder further up as well.
  const links = join(nodeApart, 'node_modules', '.bin');
  for (const link of readdirSync(links)) {
    rmSync(join('node_modules', '.bin', link), { force: true });
    renameSync(join(links, link), join('node_modules', '.bin', link));
  }
  rmSync(nodeApart, { recursive: true, force: true });
  for (const unused of ['include', 'share'])
    rmSync(join(nodeFolder, unused), { recursive: true, force: true });
}
