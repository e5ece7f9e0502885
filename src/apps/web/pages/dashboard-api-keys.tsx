import ApiKeysBlock from '#features/plans/web/api-keys-block.tsx';
import { Place } from '../workspace/workspace.tsx';

export const head = () => ({ title: 'API keys', description: 'For programs of your own.' });

export default function ApiKeysPage() {
  return (
    <Place here="/dashboard/api-keys" title="API keys" lead="For programs of your own.">
      <ApiKeysBlock />
    </Place>
  );
}
