import { Checkbox } from '#ui/choice.tsx';

interface DrawnSignatureProps {
  /** As it was typed, or the path of how it was drawn. */
  typed?: string | undefined;
  path?: string | undefined;
}

/** A saved signature. Paths come from whoever has them, so that this page loads no more than it needs. */
export const DrawnSignature = ({ typed, path }: DrawnSignatureProps) =>
  path === undefined ? (
    <div className="ui-paper ui-sign ui-sign-typed" role="img" aria-label={`Signature: ${typed}`}>
      {typed}
    </div>
  ) : (
    <div className="ui-paper ui-sign">
      <svg viewBox="0 0 600 200" role="img" aria-label="Your saved signature">
        <path data-ink="" d={path} />
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
