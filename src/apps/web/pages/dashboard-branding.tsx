import BrandingBlock from '#features/branding/web/branding-block.tsx';
import { Place } from '../workspace/workspace.tsx';

export const head = () => ({
  title: 'Branding',
  description: 'Your name, logo and colors, on every document you create here.',
});

export default function BrandingPage() {
  return (
    <Place
      here="/dashboard/branding"
      title="Branding"
      lead="Your name, logo and colors, on every document you create here."
    >
      <BrandingBlock />
    </Place>
  );
}
