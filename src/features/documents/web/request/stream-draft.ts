import { Problem, type ProblemCode, problemCodes } from '#base/problem.ts';
import { draftApi, type DraftLine } from '#features/documents/rules/drafting/draft-contract.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';

interface Asked {
  request: string;
  slug: string;
  answers: Answers;
  dropped: string[];
}

/** A draft by the hub, line by line as it grows. Rejects with a Problem when the hub refuses or is not there. */
export async function* streamDraft(asked: Asked, signal: AbortSignal): AsyncGenerator<DraftLine> {
  let response: Response;
  try {
    response = await fetch(draftApi.draft, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(asked),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Problem('unavailable', 'Can’t reach the server.');
  }
  if (!response.ok || !response.body) throw await refusal(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += value;
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as DraftLine;
  }
}

async function refusal(response: Response): Promise<Problem> {
  try {
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    if (error.code in problemCodes) return new Problem(error.code as ProblemCode, error.message);
  } catch {
    // Something between here and the hub answered.
  }
  return new Problem('unavailable');
}
