import type { Platform } from '#platform/server/platform.ts';
import { keysOf } from '#platform/server/signed.ts';

/** What a mail server signs its news of bounces with. */
export const bounceSecret = ({ secret }: Pick<Platform, 'secret'>): string =>
  written(secret('recovery bounces'));

/** That one, and the former one while secrets are exchanged. */
export const bounceSecrets = ({ secret }: Pick<Platform, 'secret'>): string[] =>
  keysOf(secret('recovery bounces')).map(written);

const written = (key: Buffer): string => `whsec_${key.toString('base64')}`;
