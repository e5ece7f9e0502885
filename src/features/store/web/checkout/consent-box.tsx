import { Checkbox } from '#ui/choice.tsx';

interface ConsentBoxProps {
  /** As the law of the buyer's country wants it; quoted in the receipt. */
  words: string;
  agreed: boolean;
  error: string | undefined;
  onAgree(agreed: boolean): void;
}

/** Never ticked for anybody: files at once, and with them the end of the right to withdraw. */
export const ConsentBox = ({ words, agreed, error, onAgree }: ConsentBoxProps) => (
  <div>
    <Checkbox
      label={words}
      checked={agreed}
      aria-invalid={error ? true : undefined}
      onChange={(event) => onAgree(event.target.checked)}
    />
    {error && (
      <p role="alert" className="mt-4 text-13 text-danger">
        {error}
      </p>
    )}
  </div>
);
