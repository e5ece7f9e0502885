import type { RefObject } from 'react';
import { ButtonLink, Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import Check from '#ui/icons/circle-check.ts';
import Open from '#ui/icons/circle.ts';
import { Sheet } from '#ui/stationery.tsx';
import { isVerified } from '../../rules/connections.ts';
import { senderOf } from '../../rules/look.ts';
import { type Missing, missingFor } from '../../rules/readiness.ts';
import { useAutomation } from '../automation-provider.tsx';
import type { GoTo } from '../go-to.ts';

/** What still keeps the first reminder from going; null until the hub has answered, since nobody knows before. */
export function useMissing(): Missing[] | null {
  const { remote, settings, abandonedCarts, plan, standing } = useAutomation();
  if (standing === 'asking') return null;
  const decision = plan.gate('monthlyRecoveries');
  const connection = remote?.connection;
  const sender = remote
    ? senderOf(remote.delivery, { name: remote.mail.brandName, address: remote.mail.brandAddress })
    : { name: '', address: '' };
  return missingFor({
    isMember: remote !== null,
    mayReach: remote?.mail.mayReach ?? false,
    canSend: remote?.mail.canSend ?? false,
    shopName: sender.name,
    postalAddress: sender.address,
    autoRecovery: settings.autoRecovery,
    hasWayIn:
      abandonedCarts.length > 0 ||
      (connection?.heard.some((each) => isVerified(each, connection.shops.includes(each.way))) ?? false),
    refusal: decision.allowed ? null : decision.refusal.words,
  });
}

interface MissingListProps {
  missing: Missing[] | null;
  isOn: boolean;
  /** Turning on was pressed although something stops it. */
  isRefused: boolean;
  /** The button of the first that stops it. */
  first: RefObject<HTMLButtonElement | null>;
  go: GoTo;
}

/** Said before the button is pressed, and pointed at when it was. */
export function MissingList({ missing, isOn, isRefused, first, go }: MissingListProps) {
  if (!missing) return null;
  if (missing.length === 0)
    return isOn ? null : (
      <p className="flex items-center gap-8 text-15">
        <span className="text-ok">
          <Icon of={Check} />
        </span>
        Nothing is missing. Turn it on, and carts abandoned from then on get reminders.
      </p>
    );
  const stops = missing.filter((each) => each.stops);
  return (
    <Sheet role="group" aria-labelledby="missing">
      <h3 id="missing" className="text-17">
        {isOn ? 'Missing for email to go out' : 'Missing before you turn it on'}
      </h3>
      {isRefused && stops.length > 0 && (
        <p role="alert" className="mt-4 text-15 text-danger">
          Not turned on yet: {stops.map((each) => each.stops).join(' and ')}{' '}
          {stops.length === 1 ? 'is' : 'are'} missing.
        </p>
      )}
      <ul className="mt-12 flex flex-col gap-8">
        {missing.map(({ id, words, fix }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-16 gap-y-4">
            <span className="flex min-w-0 items-center gap-8">
              <span className={isRefused && id === stops[0]?.id ? 'text-danger' : 'text-muted'}>
                <Icon of={Open} />
              </span>
              {words}
            </span>
            {fix &&
              ('href' in fix ? (
                <ButtonLink size="tool" className="max-md:ml-32" href={fix.href}>
                  {fix.label}
                </ButtonLink>
              ) : (
                <Button
                  size="tool"
                  className="max-md:ml-32"
                  ref={id === stops[0]?.id ? first : undefined}
                  onClick={() => go(fix.tab, fix.field)}
                >
                  {fix.label}
                </Button>
              ))}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
