import { PlanUse } from '#features/plans/web/plan-use.tsx';
import { SavedPage } from '#features/saved/web/saved-page.tsx';

export { prepare } from '#features/saved/web/saved-page.tsx';

export const head = () => ({
  title: 'Saved templates',
  description: 'Your saved templates, on every device.',
});

/** Saved documents, and how many more the plan allows: this is where the two meet. */
export default function SavedTemplates() {
  return <SavedPage use={<PlanUse feature="savedTemplates" />} />;
}
