import SavedScreen from './saved-screen.tsx';

export { readAhead as prepare } from './use-saved-templates.ts';

/** The newest of them, with other things of one's own below: all of them have a page to themselves. */
export default function SavedBlock() {
  return <SavedScreen most={20} />;
}
