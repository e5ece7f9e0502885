import { ButtonLink, Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import Check from '#ui/icons/circle-check.ts';
import Open from '#ui/icons/circle.ts';
import { Sheet } from '#ui/stationery.tsx';
import { isVerified } from '../../rules/connections.ts';
import { shopNameOf } from '../../rules/look.ts';
import { missingFor } from '../../rules/readiness.ts';
import { useAutomation } from '../automation-provider.tsx';
import type { GoTo } from '../go-to.ts';

/** Said before the button is pressed: what still keeps the first reminder from going. */
export function MissingList({ isOn, go }: { isOn: boolean; go: GoTo }) {
  const { remote, settings, abandonedCarts, plan, standing } = useAutomation();
  const decision = plan.gate('monthlyRecoveries');
  const connection = remote?.connection;
  const missing = missingFor({
    isMember: remote !== null,
    mayReach: remote?.mail.mayReach ?? false,
    canSend: remote?.mail.canSend ?? false,
    shopName: shopNameOf(remote?.delivery.shopName ?? '', remote?.mail.brandName ?? ''),
    postalAddress: remote?.delivery.postalAddress || (remote?.mail.brandAddress ?? ''),
    autoRecovery: settings.autoRecovery,
    hasWayIn:
      abandonedCarts.length > 0 ||
      (connection?.heard.some((each) => isVerified(each, connection.shops.includes(each.way))) ?? false),
    refusal: decision.allowed ? null : decision.refusal.words,
  });
  // Until the hub has answered nobody knows.
  if (standing === 'asking') return null;
  if (missing.length === 0)
    return isOn ? null : (
      <p className="flex items-center gap-8 text-15">
        <span className="text-ok">
          <Icon of={Check} />
        </span>
        Nothing is missing. Turn it on, and carts abandoned from then on get reminders.
      </p>
    );
  return (
    <Sheet role="group" aria-labelledby="missing">
      <h3 id="missing" className="text-17">
        {isOn ? 'Missing for email to go out' : 'Missing before you turn it on'}
      </h3>
      <ul className="mt-12 flex flex-col gap-8">
        {missing.map(({ id, words, fix }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-16 gap-y-4">
            <span className="flex min-w-0 items-center gap-8">
              <span className="text-muted">
                <Icon of={Open} />
              </span>
              {words}
            </span>
            {fix &&
              ('href' in fix ? (
                <ButtonLink size="tool" href={fix.href}>
                  {fix.label}
                </ButtonLink>
              ) : (
                <Button size="tool" onClick={() => go(fix.tab)}>
                  {fix.label}
                </Button>
              ))}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
