// What pure code may use of the world in both the browser and the server, and nothing more:
// no DOM, no Node. Randomness stands here for base/id.ts alone.
declare const crypto: {
  getRandomValues<T extends Uint8Array>(array: T): T;
  randomUUID(): string;
};
declare class TextDecoder {
  decode(bytes: Uint8Array): string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class URL {
  constructor(url: string, base?: string);
  static canParse(url: string, base?: string): boolean;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly searchParams: { get(name: string): string | null };
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}
