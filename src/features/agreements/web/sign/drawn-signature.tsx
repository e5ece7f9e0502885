import { Checkbox } from '#ui/choice.tsx';
import type { SignatureInput } from '../../rules/contract.ts';
import { drawingPath, field } from '../../rules/drawing.ts';

/** A signature as it was drawn or typed. */
export const DrawnSignature = ({ signature }: { signature: SignatureInput }) =>
  signature.kind === 'typed' ? (
    <div className="ui-paper ui-sign ui-sign-typed" role="img" aria-label={`Signature: ${signature.text}`}>
      {signature.text}
    </div>
  ) : (
    <div className="ui-paper ui-sign">
      <svg viewBox={`0 0 ${field.width} ${field.height}`} role="img" aria-label="Your saved signature">
        <path data-ink="" d={drawingPath(signature.drawing)} />
      </svg>
    </div>
  );

export const KeepSignature = ({ isOn, set }: { isOn: boolean; set(isOn: boolean): void }) => (
  <Checkbox
    label="Save this signature in my account for next time"
    checked={isOn}
    onChange={({ target }) => set(target.checked)}
  />
);
