import { Notice } from '#ui/feedback.tsx';

/** Stands wherever money would move, until it really does. */
export const TestLine = ({ mode }: { mode: 'emulator' | 'paypal' | 'off' }) =>
  mode === 'emulator' ? (
    <Notice still>Test payments - no money moves</Notice>
  ) : mode === 'off' ? (
    <Notice kind="warn" still title="Payments aren’t available yet">
      Nothing can be charged. Contact us if you want to pay.
    </Notice>
  ) : null;
