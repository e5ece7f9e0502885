import type { ComponentProps } from 'react';
import { Beside, useHasModel } from './beside.tsx';
import { DraftHelp } from './draft-help.tsx';

/** Help beside any document that is made from answers; its clauses are changed where its text is edited. */
export default function GeneratorHelp(props: Omit<ComponentProps<typeof DraftHelp>, 'hasModel'>) {
  const hasModel = useHasModel();
  return (
    <Beside>
      <DraftHelp {...props} hasModel={hasModel} />
    </Beside>
  );
}
