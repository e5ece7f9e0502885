import FunnelsBlock from '#features/funnels/web/funnels-block.tsx';
import { Place } from '../workspace/workspace.tsx';

export const head = () => ({ title: 'Funnels', description: 'Visitors and leads in the last 30 days.' });

export default function FunnelsPage() {
  return (
    <Place here="/dashboard/funnels" title="Funnels" lead="Visitors and leads in the last 30 days.">
      <FunnelsBlock />
    </Place>
  );
}
