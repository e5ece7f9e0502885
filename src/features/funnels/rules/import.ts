import { funnel as funnelSchema, mostBytes, type Funnel } from './contract.ts';
import { tidied } from './make.ts';

/** A funnel out of a file that anybody may have written: what does not fit is refused in words, the rest is tidied. */
export function readImport(text: string, id: string): { funnel: Funnel } | { error: string } {
  if (text.length > mostBytes) return { error: 'This file is larger than the 3 MB that a funnel may have.' };
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { error: 'This file is no JSON. Choose one that was exported here.' };
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { error: 'This file holds no funnel. Choose one that was exported here.' };
  const parsed = funnelSchema.safeParse({ ...given, id });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return {
      error:
        `This file holds no funnel that can be used: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim(),
    };
  }
  const slug = `${parsed.data.slug.slice(0, 50).replace(/-+$/, '')}-${id.slice(-6)}`;
  return { funnel: tidied({ ...parsed.data, slug }) };
}
