import { readFile } from 'node:fs/promises';
import type * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';

/** What an operator wrote into a file for a command, or in words what is wrong with it and where. */
export async function readJsonFile<T>(file: string, shape: z.ZodMiniType<T>): Promise<T> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Problem('bad_request', `${file} can’t be read.`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem('bad_request', `${file} isn’t valid JSON.`);
  }
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Problem('bad_request', `${issue?.path.join('.') || file}: ${issue?.message ?? 'not accepted'}`);
}
