import { Checkbox } from '#ui/choice.tsx';
import { Link } from '#ui/link.tsx';
import { Stack } from '#ui/page.tsx';
import type { OverviewAnswer, SequenceBody } from '../../rules/contract.ts';
import { senderPath } from '../paths.ts';
import { WholeField } from '../whole-field.tsx';

interface SettingsFormProps {
  body: SequenceBody;
  faults: Readonly<Record<string, string>>;
  sender: OverviewAnswer['sender'] | undefined;
  set(change: Partial<SequenceBody>): void;
}

const hour = (n: number): string => `${String(n).padStart(2, '0')}:00`;

export function SettingsForm({ body, faults, sender, set }: SettingsFormProps) {
  return (
    <Stack gap={24} className="max-w-measure">
      <Checkbox
        label="Stop when they buy"
        hint="Whoever buys gets nothing more of this sequence. We learn of it from your funnels, from a shop that is connected in Cart recovery, and from your own program."
        checked={body.stopsOnPurchase}
        onChange={({ currentTarget }) => set({ stopsOnPurchase: currentTarget.checked })}
      />
      <Checkbox
        label="People can come into it again"
        hint="Otherwise each person goes through it once, whatever happens."
        checked={body.again}
        onChange={({ currentTarget }) => set({ again: currentTarget.checked })}
      />
      <WholeField
        label="Holdout group (%)"
        value={body.holdOut}
        error={faults['holdOut']}
        hint="So many percent get no email, chosen by chance. It shows what the emails bring. 0 turns it off."
        set={(holdOut) => set({ holdOut })}
      />
      {sender && (
        <p className="text-15 text-muted">
          {sender.quietFrom === sender.quietTo
            ? 'Emails go out at any hour.'
            : `No email goes out from ${hour(sender.quietFrom)} to ${hour(sender.quietTo)} (${sender.timeZone}).`}{' '}
          {sender.capHours > 0 && `Nobody gets two emails within ${sender.capHours} hours. `}
          <Link href={senderPath}>Change this in Cart recovery</Link>
        </p>
      )}
    </Stack>
  );
}
