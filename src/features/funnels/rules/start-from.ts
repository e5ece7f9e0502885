import type { Branding } from '#features/branding/rules/branding.ts';
import { readColor } from '#features/branding/rules/check.ts';
import type { Funnel, Step } from './contract.ts';
import { type MakeId, newBlock, newStep, pictureValue, plainAccent } from './make.ts';
import { withTheme } from './render/themes.ts';
import { slugOf } from './slug.ts';
import type { Starter } from './starters/index.ts';

export function startFrom(starter: Starter, makeId: MakeId, id: string, branding: Branding | null): Funnel {
  const steps: Step[] = [];
  for (const { kind, name, blocks } of starter.steps) {
    const step = newStep(makeId, kind, steps, name);
    steps.push({
      ...step,
      blocks: blocks.map(([type, values, items, look]) =>
        newBlock(
          makeId,
          type,
          { ...values },
          (items ?? []).map((item) => ({ ...item })),
          look,
        ),
      ),
    });
  }
  const brand = brandStyle(branding);
  const style = withTheme(brand, starter.theme);
  const idOf = (name: string | undefined) => steps.find((step) => step.name === name)?.id ?? null;
  return {
    id,
    name: starter.name,
    slug: slugOf(`${starter.name} ${id.slice(-4)}`, 'funnel'),
    style,
    frame: {
      links: (starter.links ?? []).map(([words, to]) => ({ words, to })),
      footer: [],
      legal: brand.company && `© ${brand.company}`,
    },
    settings: { doubleOptIn: false, language: 'en' },
    steps: steps.map((step, index) => ({
      ...step,
      next: idOf(starter.steps[index]?.next),
      decline: idOf(starter.steps[index]?.decline),
    })),
  };
}

/** The look of one's company, as far as a page can wear it. */
export function brandStyle(branding: Branding | null): Funnel['style'] {
  const face =
    branding?.fontFamily.includes('serif') && !branding.fontFamily.includes('sans') ? 'serif' : 'grotesk';
  return {
    accent: (branding && branding.companyName ? readColor(branding.primaryColor) : null) ?? plainAccent,
    face,
    company: branding?.companyName.slice(0, 120) ?? '',
    logo: branding ? pictureValue(branding.logo).slice(0, 420_000) : '',
  };
}
