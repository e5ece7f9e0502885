export function again(
  once: (ready: () => void) => Promise<{ code: number; stopped?: string | undefined }>,
  how: {
    say: (words: string) => void;
    now?: () => number;
    wait?: (milliseconds: number) => Promise<unknown>;
    isAbandoned?: () => boolean;
  },
): Promise<number>;
