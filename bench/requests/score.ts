import { readFileSync } from 'node:fs';
import type { Template } from '#features/documents/rules/template.ts';
import { rankKinds } from '#features/documents/rules/writer/kind.ts';
import { draftAnswers } from '#features/documents/rules/writer/write.ts';

export interface KeptRequest {
  ask: string;
  is: string;
  facts: Record<string, string>;
}

/** Written before the writer was tuned: three of five to tune with, the rest unseen. */
export function keptRequests(): { train: KeptRequest[]; unseen: KeptRequest[] } {
  const all = readFileSync(new URL('kept.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as KeptRequest);
  return { train: all.filter((_, at) => at % 5 < 3), unseen: all.filter((_, at) => at % 5 >= 3) };
}

export interface Score {
  documents: number;
  right: number;
  facts: number;
  placed: number;
  misses: string[];
}

/** How many documents were picked right, and how many stated facts stand in their fields. */
export function score(requests: KeptRequest[], library: ReadonlyMap<string, Template>): Score {
  const result: Score = { documents: 0, right: 0, facts: 0, placed: 0, misses: [] };
  for (const { ask, is, facts } of requests) {
    const picked = rankKinds(ask)[0]?.kind.slug;
    result.documents++;
    if (picked === is) result.right++;
    else result.misses.push(`${ask.slice(0, 70)}: ${picked ?? 'nothing'}, not ${is}`);
    const template = library.get(is);
    if (!template) continue;
    const answers = draftAnswers(template, ask, '2026-11-21');
    for (const [path, wanted] of Object.entries(facts)) {
      result.facts++;
      const got = path
        .split('.')
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], answers);
      if (got === wanted) result.placed++;
      else result.misses.push(`${ask.slice(0, 70)}: ${path} is ${JSON.stringify(got)}, not ${wanted}`);
    }
  }
  return result;
}
