import ApiKeysBlock from '#features/plans/web/api-keys-block.tsx';
import { Place } from '../workspace/workspace.tsx';

export const head = () => ({
  title: 'API keys',
  description: 'Let your own programs read your usage and report carts and orders.',
});

export default function ApiKeysPage() {
  return (
    <Place
      here="/dashboard/api-keys"
      title="API keys"
      lead="Let your own programs read your usage and report carts and orders."
    >
      <ApiKeysBlock />
    </Place>
  );
}
