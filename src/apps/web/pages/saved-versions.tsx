import { VersionsPage } from '#features/saved/web/versions/versions-page.tsx';
import { comparePart } from '../documents/compare-part.tsx';
import { Workspace } from '../workspace/workspace.tsx';

export const head = () => ({
  title: 'Versions',
  description: 'The versions of a saved template: compare, name and restore them.',
});

/** Saved texts, and how documents are compared: this is where they meet. */
export default function SavedVersions({ params }: { params: { id: string } }) {
  return (
    <Workspace here="/dashboard/templates">
      <VersionsPage id={params.id} part={comparePart} />
    </Workspace>
  );
}
