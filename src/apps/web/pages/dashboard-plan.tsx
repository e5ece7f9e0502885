import PlanBlock from '#features/plans/web/plan-block.tsx';
import { Place } from '../workspace/workspace.tsx';

export const head = () => ({
  title: 'Plan and usage',
  description: 'What you have used this month, and what your plan includes.',
});

export default function PlanPage() {
  return (
    <Place
      here="/dashboard/plan"
      title="Plan and usage"
      lead="What you have used this month, and what your plan includes."
    >
      <PlanBlock />
    </Place>
  );
}
