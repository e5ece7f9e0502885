/** What every Chromium of ours is started with. */
export declare const launchArgs: string[];

/** The path of a Chromium on this machine. */
export declare function findBrowser(
  env?: Record<string, string | undefined>,
  exists?: (path: string) => boolean,
): string | undefined;

/** The same, and where there is none it is fetched; rejects with a line that says what to do. */
export declare function ensureBrowser(say?: (line: string) => void): Promise<string>;
