// Finds a Chromium for end-to-end tests, photographs and measurements, or fetches one.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
const applications = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Google Chrome Canary'];
const windowsPrograms = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

const isRoot = process.getuid?.() === 0;

export const launchArgs = [
  // Chromium's sandbox refuses root, and only root.
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Only the last list of them counts, so that Playwright's own has to stand in ours.
  `--disable-features=${[
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'TcpPortRandomizationWin',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'AimEnabled',
    'PreconnectToSearch',
    'msForceBrowserSignIn',
    'msEdgeUpdateLaunchServicesPreferredVersion',
    // Two pages of the browser's own for its address bar, drawn anew for every window: half of what a window costs.
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    // A process kept ready for a page that never comes.
    'SpareRendererForSitePerProcess',
  ].join()}`,
];

export function findBrowser(env = process.env, exists = existsSync) {
  const onPath = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const programFiles = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(Boolean);
  const candidates = [
    env.CHROME_PATH,
    ...[...folders, ...onPath].flatMap((folder) => names.map((name) => join(folder, name))),
    ...['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      applications.map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`),
    ),
    ...programFiles.flatMap((folder) => windowsPrograms.map((program) => `${folder}\\${program}`)),
    chromium.executablePath(),
  ];
  return candidates.find((path) => path && exists(path));
}

export async function ensureBrowser(say = console.log) {
  if (process.env.CHROME_PATH && !existsSync(process.env.CHROME_PATH)) {
    throw new Error(`CHROME_PATH: got ${process.env.CHROME_PATH}, expected the path of Chromium or Chrome`);
  }
  const already = findBrowser();
  if (already) return already;

  say('browser    no Chromium found; downloading it, which takes a few minutes at most ...');
  const playwright = fileURLToPath(new URL('../node_modules/@playwright/test/cli.js', import.meta.url));
  await attempt(process.execPath, [playwright, 'install', 'chromium'], 240);
  if (!findBrowser() && isRoot && existsSync('/etc/debian_version')) {
    await attempt('apt-get', ['update'], 120);
    await attempt('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], 360);
  }
  const fetched = findBrowser();
  if (fetched) return fetched;
  throw new Error(
    'No Chromium found, and it couldn’t be downloaded. Install Chromium or Chrome, or set CHROME_PATH to its path.',
  );
}

/** True when the command went well in time. */
function attempt(command, args, seconds) {
  return new Promise((resolve) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: seconds * 1000,
      env,
    });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}
