import { BrandingProvider } from '#features/branding/web/branding-provider.tsx';
import { PlanUse } from '#features/plans/web/plan-use.tsx';
import { SavedPage } from '#features/saved/web/saved-page.tsx';
import { savedPaper } from '../documents/saved-paper.tsx';
import { Workspace } from '../workspace/workspace.tsx';

export { prepare } from '#features/saved/web/saved-page.tsx';

export const head = () => ({
  title: 'Saved templates',
  description: 'Your saved templates, on every device.',
});

/** Saved documents, how many more the plan allows, and how a document is drawn: this is where they meet. */
export default function SavedTemplates() {
  return (
    <Workspace here="/dashboard/templates">
      <BrandingProvider>
        <SavedPage use={<PlanUse feature="savedTemplates" />} paper={savedPaper} />
      </BrandingProvider>
    </Workspace>
  );
}
