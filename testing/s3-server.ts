import { onTestFinished } from 'vitest';
import { startS3Emulator } from '#emulators/s3/server.ts';

/** A bucket that is gone with the test. */
export async function s3Server() {
  const bucket = await startS3Emulator();
  onTestFinished(() => bucket.close());
  return bucket;
}
