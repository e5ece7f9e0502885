import type { ReactNode } from 'react';
import { formatMoney } from '#base/money.ts';
import { Stack } from '#ui/page.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { Price, Tag } from '#ui/text.tsx';
import { amountWords } from '../rules/compare.ts';
import {
  type BillingCycle,
  countedFeatures,
  type Feature,
  featureNames,
  flagFeatures,
  isCounted,
  isStored,
  type PlanId,
  planIds,
  plans,
  sentence,
} from '../rules/plans.ts';
import { priceOf, yearlySaving } from '../rules/prices.ts';

interface PlansShown {
  cycle: BillingCycle;
  /** null while nobody knows it. */
  present: PlanId | null;
  /** The way to a plan. */
  action(plan: PlanId): ReactNode;
}

const features: Feature[] = [...countedFeatures, ...flagFeatures];

const labelOf = (feature: Feature): string =>
  `${sentence(featureNames[feature])}${isCounted(feature) && !isStored(feature) ? ' a month' : ''}`;

interface Row {
  key: string;
  label: ReactNode;
  cell(plan: PlanId): ReactNode;
}

const rowsOf = (action: PlansShown['action']): Row[] => [
  ...features.map((feature) => ({
    key: feature,
    label: labelOf(feature),
    cell: (plan: PlanId) => <Amount plan={plan} feature={feature} />,
  })),
  { key: 'action', label: <span className="sr-only">Get this plan</span>, cell: action },
];

const columnsOf = ({ cycle, present }: PlansShown): [TableColumn<Row>, ...TableColumn<Row>[]] => [
  { head: <span className="sr-only">What you get</span>, cell: (row) => row.label },
  ...planIds.map((plan): TableColumn<Row> => ({
    head: <PlanHead plan={plan} cycle={cycle} isPresent={plan === present} />,
    cell: (row) => row.cell(plan),
  })),
];

/** Side by side where there is room. */
export const PlanTable = (shown: PlansShown) => (
  <Table
    caption="Prices and limits of the plans"
    hideCaption
    stack={false}
    rows={rowsOf(shown.action)}
    rowKey={(row) => row.key}
    columns={columnsOf(shown)}
  />
);

function PlanHead({ plan, cycle, isPresent }: { plan: PlanId; cycle: BillingCycle; isPresent: boolean }) {
  return (
    <span className="flex flex-col gap-4 pb-8">
      <span className="text-15 font-bold text-ink">{plans[plan].name}</span>
      <PlanPrice plan={plan} cycle={cycle} />
      {isPresent && (
        <span>
          <Tag tone="ok">Your plan</Tag>
        </span>
      )}
    </span>
  );
}

function PlanPrice({ plan, cycle }: { plan: PlanId; cycle: BillingCycle }) {
  return (
    <>
      <span className="text-17 text-ink">
        <Price cents={priceOf(plan, cycle)} per={cycle === 'monthly' ? 'month' : 'year'} />
      </span>
      <span className="text-13 font-normal text-muted">{savingWords(plan, cycle)}</span>
    </>
  );
}

function savingWords(plan: PlanId, cycle: BillingCycle): string {
  const saving = yearlySaving(plan);
  if (saving === 0) return 'Free forever';
  return cycle === 'yearly'
    ? `Saves ${formatMoney(saving)} a year`
    : `Save ${formatMoney(saving)} a year with yearly billing`;
}

function Amount({ plan, feature }: { plan: PlanId; feature: Feature }) {
  const words = amountWords(plan, feature);
  return <span className={words === 'No' ? 'text-muted' : undefined}>{words}</span>;
}

/** One after the other on a phone. */
export function PlanList({ cycle, present, action }: PlansShown) {
  return (
    <ul className="grid gap-24 md:grid-cols-2">
      {planIds.map((plan) => (
        <li key={plan} className="border-t border-hairline pt-16">
          <Stack gap={12}>
            <div className="flex flex-col gap-4">
              <h2 className="text-21">
                {plans[plan].name} {plan === present && <Tag tone="ok">Your plan</Tag>}
              </h2>
              <PlanPrice plan={plan} cycle={cycle} />
            </div>
            <dl className="grid grid-cols-2 gap-x-16 gap-y-4 text-15">
              {features.map((feature) => (
                <div key={feature} className="contents">
                  <dt className="text-muted">{labelOf(feature)}</dt>
                  <dd>
                    <Amount plan={plan} feature={feature} />
                  </dd>
                </div>
              ))}
            </dl>
            <div>{action(plan)}</div>
          </Stack>
        </li>
      ))}
    </ul>
  );
}
