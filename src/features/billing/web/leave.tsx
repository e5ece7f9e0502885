import { useState } from 'react';
import { plans } from '#features/plans/rules/plans.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field, Select, TextInput } from '#ui/field.tsx';
import type { BillingAnswer } from '../rules/contract.ts';
import { type LeaveReason, leaveReasons } from '../rules/leave-reasons.ts';
import { useDay } from './use-billing.ts';

export interface LeaveWords {
  reason?: LeaveReason;
  words?: string;
}

interface LeaveProps {
  asking: 'cancel' | 'withdraw' | null;
  current: NonNullable<BillingAnswer['current']>;
  busy: boolean;
  onClose: () => void;
  onCancel: (why: LeaveWords) => void;
  onWithdraw: () => void;
}

/** What leaving means, before it is done: to the end of what is paid, or at once with the money back. */
export function Leave({ asking, current, busy, onClose, onCancel, onWithdraw }: LeaveProps) {
  const day = useDay();
  const [reason, setReason] = useState<LeaveReason | ''>('');
  const [words, setWords] = useState('');
  const { name } = plans[current.plan];
  // What failed to renew is paid no longer: leaving then ends it at once.
  const until = current.paidUntil && current.state !== 'past_due' ? day(current.paidUntil) : null;
  return (
    <>
      <Dialog
        open={asking === 'cancel'}
        onClose={onClose}
        title={`Cancel ${name}?`}
        actions={
          <>
            <Button onClick={onClose}>Keep {name}</Button>
            <Button
              variant="danger"
              busy={busy}
              onClick={() => onCancel({ ...(reason && { reason }), ...(words.trim() && { words }) })}
            >
              Cancel {name}
            </Button>
          </>
        }
      >
        <p>
          {until ? `You keep it until ${until}` : 'It ends now'}, and you won’t be charged again. Nothing is
          deleted, but FREE limits apply.
        </p>
        <div className="mt-16">
          <Field label="Why are you leaving?" optional>
            <Select value={reason} onChange={(event) => setReason(event.target.value as LeaveReason | '')}>
              <option value="">Prefer not to say</option>
              {Object.entries(leaveReasons).map(([id, label]) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          {reason && (
            <Field label="What would have made you stay?" optional>
              <TextInput value={words} maxLength={500} onChange={(event) => setWords(event.target.value)} />
            </Field>
          )}
        </div>
      </Dialog>
      <Dialog
        open={asking === 'withdraw'}
        onClose={onClose}
        title="Withdraw from this contract?"
        actions={
          <>
            <Button onClick={onClose}>Keep {name}</Button>
            <Button variant="danger" busy={busy} onClick={onWithdraw}>
              Withdraw
            </Button>
          </>
        }
      >
        <p>
          {name} ends now, and you get a full refund. You can do this until{' '}
          {current.withdrawUntil && day(current.withdrawUntil)}.
        </p>
      </Dialog>
    </>
  );
}
