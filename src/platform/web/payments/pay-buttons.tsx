import { useEffect, useRef, useState } from 'react';
import { useHub } from '../hub.tsx';
import { PlainNotice } from '../plain-notice.tsx';
import { loadPaymentScript } from './script.ts';

interface PayButtonsProps {
  /** Checked before the provider's window opens; false keeps it closed, and the page says what is missing. */
  isReady?(): boolean;
  /** Creates the order on the server; returns its ID at the provider. */
  createOrder(): Promise<string>;
  /** Approved by the buyer and not yet captured. Return `declined` to let them choose another card. */
  onApproved(orderId: string): Promise<'done' | 'declined'>;
  onError(error: unknown): void;
  /** The window was closed or canceled: nothing was charged. */
  onCancelled(): void;
  disabled?: boolean;
}

type State = 'loading' | 'ready' | 'failed';

/** The provider's own buttons, with a message for every way they can fail. */
export function PayButtons(props: PayButtonsProps) {
  const { payments } = useHub().runtime;
  const place = useRef<HTMLDivElement>(null);
  // The provider keeps the callbacks of the first render; they must always reach the current ones.
  const latest = useRef(props);
  const [state, setState] = useState<State>('loading');
  const [tries, setTries] = useState(0);
  const { mode, clientId, environment, sdkBaseUrl } = payments;

  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const target = place.current;
    if (mode === 'off' || !target) return;
    let isGone = false;
    let close = (): void => {};
    setState('loading');
    loadPaymentScript({ clientId, environment, sdkBaseUrl })
      .then(async (paypal) => {
        if (isGone) return;
        const buttons = paypal.Buttons({
          style: { layout: 'vertical', shape: 'rect', height: 44 },
          async onClick(_data, gate) {
            const { isReady, disabled } = latest.current;
            return disabled || (isReady && !isReady()) ? gate.reject() : gate.resolve();
          },
          createOrder: () => latest.current.createOrder(),
          async onApprove({ orderID }, actions) {
            if ((await latest.current.onApproved(orderID)) === 'declined') actions.restart();
          },
          onCancel: () => latest.current.onCancelled(),
          onError: (error) => latest.current.onError(error),
        });
        close = () => void buttons.close().catch(() => {});
        await buttons.render(target);
        if (!isGone) setState('ready');
      })
      .catch(() => {
        if (!isGone) setState('failed');
      });
    return () => {
      isGone = true;
      close();
      target.replaceChildren();
    };
  }, [mode, clientId, environment, sdkBaseUrl, tries]);

  if (mode === 'off')
    return (
      <PlainNotice kind="warn" title="Payments aren’t available yet">
        PayPal isn’t connected, so nothing can be charged. Use Contact to reach us.
      </PlainNotice>
    );
  return (
    <div>
      {mode === 'emulator' && <p className="text-15 font-bold">Test payments - no money moves</p>}
      {mode === 'paypal' && environment === 'sandbox' && (
        <p className="text-15 font-bold">PayPal&apos;s sandbox - no money moves</p>
      )}
      {state === 'loading' && (
        <p className="mt-12 text-muted" role="status">
          Loading PayPal
        </p>
      )}
      {state === 'failed' && (
        <div className="mt-12">
          <PlainNotice
            kind="danger"
            title="PayPal didn’t load"
            actions={[['Try again', () => setTries(tries + 1)]]}
          >
            Nothing was charged and nothing you typed is lost. A content blocker may be blocking PayPal. Allow
            paypal.com on this page, check your connection, then try again.
          </PlainNotice>
        </div>
      )}
      <div
        ref={place}
        className={props.disabled ? 'mt-12 opacity-50' : 'mt-12'}
        inert={props.disabled === true}
      />
    </div>
  );
}
