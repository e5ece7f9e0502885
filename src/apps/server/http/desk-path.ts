import { ConfigError } from '#platform/server/config.ts';

/** The desk would hide what stands at its path, or stand behind it: the hub doesn't start like that. */
export function assertDeskIsAlone(desk: string | undefined, paths: Iterable<string>): void {
  if (desk === undefined) return;
  const first = (path: string): string => `/${path.split('/')[1] ?? ''}`;
  const taken = [...paths].find((path) => first(path) === desk);
  if (taken !== undefined)
    throw new ConfigError(
      `DESK: got ${JSON.stringify(desk)}, where the hub itself has ${taken}. Choose another path, such as /desk.`,
    );
}
