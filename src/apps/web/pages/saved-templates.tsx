import { PlanUse } from '#features/plans/web/plan-use.tsx';
import { SavedPage } from '#features/saved/web/saved-page.tsx';
import { Workspace } from '../workspace/workspace.tsx';

export { prepare } from '#features/saved/web/saved-page.tsx';

export const head = () => ({
  title: 'Saved templates',
  description: 'Your saved templates, on every device.',
});

/** Saved documents, and how many more the plan allows: this is where the two meet. */
export default function SavedTemplates() {
  return (
    <Workspace here="/dashboard/templates">
      <SavedPage use={<PlanUse feature="savedTemplates" />} />
    </Workspace>
  );
}
