import type { Library } from '#features/assistant/rules/library.ts';
import type { ChatRequest } from '#features/assistant/rules/contract.ts';
import { createLeakWatch, instructions } from '#features/assistant/rules/instructions.ts';
import { createLinkGate } from '#features/assistant/rules/link-gate.ts';
import { chatWords } from '#features/assistant/rules/words.ts';
import type { Platform } from '#platform/server/platform.ts';

const mostTokens = 700;

/** The model's answer in pieces that may be shown: from the hub's own knowledge, with links into the hub only. */
export async function* askModel(
  { ai, site }: Pick<Platform, 'ai' | 'site'>,
  library: Library,
  { message, context = [] }: ChatRequest,
  signal: AbortSignal,
): AsyncGenerator<{ piece: string } | { instead: string }> {
  const system = instructions(site.words(), library.find(message, context).hits);
  const leaks = createLeakWatch(system);
  const gate = createLinkGate(library.has);
  const earlier = context.map(({ from, text }) => ({
    role: from === 'visitor' ? ('user' as const) : ('assistant' as const),
    content: text,
  }));
  let written = '';
  const pieces = ai.stream({
    system,
    messages: [...earlier, { role: 'user', content: message }],
    maxOutputTokens: mostTokens,
    signal,
  });
  for await (const piece of pieces) {
    written += piece;
    if (leaks(written)) {
      yield { instead: chatWords.kept };
      return;
    }
    const ready = gate.push(piece);
    if (ready) yield { piece: ready };
  }
  const rest = gate.end();
  if (rest) yield { piece: rest };
}
