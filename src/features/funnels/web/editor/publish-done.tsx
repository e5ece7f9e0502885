import { Button, ButtonLink } from '#ui/button.tsx';
import { Copied } from '#ui/copied.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Qr } from '#ui/qr.tsx';
import { type NextStep, nextSteps } from '../../rules/next-steps.ts';
import type { Work } from './state.ts';

const words: Record<NextStep['is'], string> = {
  numbers: 'Watch the numbers',
  leads: 'See the leads',
  product: 'Connect a product',
};

/** Where it is, how it gets to people, and what comes next. */
export function Published({ work, slug, onClose }: { work: Work; slug: string; onClose(): void }) {
  const { funnel } = work.editing;
  const address = `${window.location.origin}/f/${slug}`;
  const share = () => void navigator.share({ title: funnel.name, url: address }).catch(() => {});
  const go = (step: NextStep) => {
    onClose();
    if (step.is === 'product') work.choose(step.stepId, step.blockId);
    else work.show(step.is);
  };
  return (
    <Stack gap={16}>
      <div className="grid items-start gap-24 md:grid-cols-12">
        <Stack gap={16} className="md:col-span-8">
          <Copied label="Page address" value={address} />
          <Row>
            <ButtonLink href={`/f/${slug}`} target="_blank">
              Open the page
            </ButtonLink>
            {typeof navigator.share === 'function' && <Button onClick={share}>Share</Button>}
          </Row>
        </Stack>
        <div className="max-md:hidden md:col-span-4 md:justify-self-end">
          <Qr text={address} label="QR code of the page’s address" />
        </div>
      </div>
      <section aria-labelledby="what-next">
        <h3 id="what-next" className="mb-8 text-15 font-bold">
          What comes next
        </h3>
        <Row>
          {nextSteps(funnel).map((step) => (
            <Button key={step.is} onClick={() => go(step)}>
              {words[step.is]}
            </Button>
          ))}
        </Row>
      </section>
    </Stack>
  );
}
