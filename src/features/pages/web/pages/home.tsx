import { useHub } from '#platform/web/hub.tsx';
import { Page } from '#ui/page.tsx';

export const head = () => ({ title: '', description: '' });

export default function Home() {
  const { site } = useHub();
  return (
    <Page kind="reading" title={site.tagline}>
      <p>{site.description}</p>
    </Page>
  );
}
