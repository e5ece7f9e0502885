import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export type EngineName = 'firefox' | 'webkit';

/** One step of a pointer or a keyboard, in the words of WebDriver, which both protocols share. */
export interface ActionSource {
  type: 'pointer' | 'key';
  id: string;
  parameters?: { pointerType: 'mouse' };
  actions: Record<string, unknown>[];
}

/** A browser of one person, with nothing in it. What both engines can do, and no more: everything else is built on it. */
export interface Browser extends AsyncDisposable {
  name: EngineName;
  go(url: string): Promise<void>;
  back(): Promise<void>;
  /** Runs a function of the page's own world and answers what it returns, as JSON. It closes over nothing. */
  run<Given extends unknown[], Answer>(act: (...given: Given) => Answer, ...given: Given): Promise<Answer>;
  perform(sources: ActionSource[]): Promise<void>;
  windows(): Promise<string[]>;
  enter(window: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** A PNG of what is in sight. */
  photograph(): Promise<Buffer>;
  /** Where it puts what it downloads. */
  downloads: string;
}

export interface Engine extends AsyncDisposable {
  name: EngineName;
  /** Somebody sits down: no cookie, no storage. `locale` is what their system speaks, where the engine can be told. */
  open(how?: { locale?: string }): Promise<Browser>;
}

const onPath = (name: string, env: NodeJS.ProcessEnv): string | undefined =>
  ['/usr/bin', '/usr/local/bin', ...(env['PATH'] ?? '').split(':')]
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

export function findFirefox(env = process.env): string | undefined {
  return env['FIREFOX_PATH'] ?? onPath('firefox-esr', env) ?? onPath('firefox', env);
}

export interface WebKitPaths {
  driver: string;
  browser: string;
  /** A screen in memory, for the browser opens windows. Not needed where there is a screen. */
  screen: string | undefined;
}

export function findWebKit(env = process.env): WebKitPaths | undefined {
  const driver = onPath('WebKitWebDriver', env);
  const browser = ['/usr/lib', '/usr/libexec']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => [folder, ...readdirSync(folder).map((child) => join(folder, child))])
    .flatMap((folder) =>
      ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'].map((own) => join(folder, own)),
    )
    .map((folder) => join(folder, 'MiniBrowser'))
    .find((path) => existsSync(path));
  const screen = onPath('Xvfb', env);
  if (!driver || !browser || (!screen && !env['DISPLAY'])) return undefined;
  return { driver, browser, screen };
}

/** Why an engine is not tried on this machine, or null when it is. */
export function missing(name: EngineName): string | null {
  if (name === 'firefox') return findFirefox() ? null : 'Firefox is not installed here (Debian: firefox-esr)';
  return findWebKit() ? null : 'WebKit is not installed here (Debian: webkit2gtk-driver and xvfb)';
}
