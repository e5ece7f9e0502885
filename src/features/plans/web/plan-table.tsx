import type { ReactNode } from 'react';
import { formatMoney } from '#base/money.ts';
import { Table, type TableColumn } from '#ui/table.tsx';
import { Price } from '#ui/price.tsx';
import { Tag } from '#ui/text.tsx';
import { Marked, Sheet } from '#ui/stationery.tsx';
import { rankOf } from '../rules/capabilities.ts';
import { amountWords, planChanges } from '../rules/compare.ts';
import {
  type BillingCycle,
  countedAs,
  type CountedFeature,
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
import { firstPaid, usedOf } from '../rules/recommend.ts';
import { type Counters, meterOf, usagePercent } from '../rules/usage.ts';

interface PlansShown {
  cycle: BillingCycle;
  /** null while nobody knows it. */
  present: PlanId | null;
  /** The one to take, and why. */
  advised: PlanId;
  /** What somebody used; null for who has no numbers. */
  counters: Counters | null;
  /** The way to a plan; `short` where its name stands right above. */
  action(plan: PlanId, short?: 'short'): ReactNode;
}

const features: Feature[] = [...countedFeatures, ...flagFeatures];

const labelOf = (feature: Feature): string =>
  `${sentence(featureNames[feature])}${isCounted(feature) && !isStored(feature) ? ' a month' : ''}`;

interface Row {
  key: string;
  label: ReactNode;
  cell(plan: PlanId): ReactNode;
}

const rowsOf = ({ cycle, counters, present }: PlansShown): Row[] => [
  cycle === 'monthly'
    ? { key: 'yearly', label: 'Paid yearly', cell: (plan) => <Yearly plan={plan} /> }
    : { key: 'saving', label: 'Compared with monthly', cell: (plan) => <Saving plan={plan} /> },
  ...features.map((feature) => ({
    key: feature,
    label: <Label feature={feature} counters={counters} />,
    cell: (plan: PlanId) => <Amount plan={plan} feature={feature} counters={counters} present={present} />,
  })),
];

const columnsOf = ({
  cycle,
  present,
  advised,
  action,
}: PlansShown): [TableColumn<Row>, ...TableColumn<Row>[]] => [
  { head: <span className="sr-only">What you get</span>, cell: (row) => row.label, width: '20%' },
  ...planIds.map((plan): TableColumn<Row> => ({
    head: (
      <PlanHead plan={plan} cycle={cycle} isPresent={plan === present} isAdvised={plan === advised}>
        {action(plan, 'short')}
      </PlanHead>
    ),
    cell: (row) => row.cell(plan),
    width: '16%',
    isMarked: plan === advised,
  })),
];

/** In one height for everybody: a member's own number stands where others read how it is counted. */
function Label({ feature, counters }: { feature: Feature; counters: Counters | null }) {
  if (!isCounted(feature)) return labelOf(feature);
  const own =
    counters && `You ${countedAs(feature) === 'used' ? 'use' : 'received'} ${usedOf(counters, feature)}`;
  return (
    <>
      {labelOf(feature)}
      <span className="block text-13 font-normal text-muted">
        {own ?? (isStored(feature) ? 'at one time' : 'new each month')}
      </span>
    </>
  );
}

const Yearly = ({ plan }: { plan: PlanId }) => (
  <>
    <Price cents={priceOf(plan, 'yearly')} />
    <span className="block text-13 text-muted">
      <Saving plan={plan} />
    </span>
  </>
);

function Saving({ plan }: { plan: PlanId }) {
  const saving = yearlySaving(plan);
  return saving > 0 ? `Saves ${formatMoney(saving)} a year` : 'Free forever';
}

/** Side by side where there is room. */
export const PlanTable = (shown: PlansShown) => (
  <Table
    caption="Prices and limits of the plans"
    hideCaption
    stack={false}
    rows={rowsOf(shown)}
    rowKey={(row) => row.key}
    columns={columnsOf(shown)}
  />
);

interface HeadProps {
  plan: PlanId;
  cycle: BillingCycle;
  isPresent: boolean;
  isAdvised: boolean;
  children: ReactNode;
}

function PlanHead({ plan, cycle, isPresent, isAdvised, children }: HeadProps) {
  return (
    <span className="flex flex-col gap-4 pb-8">
      <span className="min-h-24">
        <Signs isPresent={isPresent} isAdvised={isAdvised} />
        {'\u00a0'}
      </span>
      <span className="text-15 font-bold text-ink">{plans[plan].name}</span>
      <PlanPrice plan={plan} cycle={cycle} />
      {/* As high where there is nothing to press. */}
      <span className="mt-8 flex min-h-touch flex-col justify-center">{children}</span>
    </span>
  );
}

const Signs = ({ isPresent, isAdvised }: Pick<HeadProps, 'isPresent' | 'isAdvised'>) => (
  <>
    {isPresent && <Tag tone="ok">Your plan</Tag>}
    {isAdvised && !isPresent && <Marked>Recommended</Marked>}
  </>
);

const PlanPrice = ({ plan, cycle }: { plan: PlanId; cycle: BillingCycle }) => (
  <span className="text-17 text-ink">
    <Price cents={priceOf(plan, cycle)} per={cycle === 'monthly' ? 'month' : 'year'} />
  </span>
);

interface AmountProps {
  plan: PlanId;
  feature: Feature;
  counters: Counters | null;
  present: PlanId | null;
}

/** What a plan gives, in ink where it is more than one has, and how much of it one's own numbers would fill. */
function Amount({ plan, feature, counters, present }: AmountProps) {
  const words = amountWords(plan, feature);
  const change = present && planChanges(present, plan).find((one) => one.feature === feature);
  const isMore = change && rankOf(plan) > rankOf(present);
  const percent = counters && isCounted(feature) ? percentOf(plan, feature, counters) : null;
  return (
    <span title={change ? sentence(change.words) : undefined}>
      <span className={words === 'No' ? 'text-muted' : isMore ? 'font-bold' : undefined}>{words}</span>
      {isCounted(feature) && (
        <span
          className={`ui-bar mt-8 ml-auto block max-w-96 lg:ml-0 ${percent === null ? 'invisible' : ''}`}
          data-full={percent !== null && percent >= 100 ? '' : undefined}
        >
          <i style={{ width: `${Math.min(100, percent ?? 0)}%` }} />
        </span>
      )}
      {percent !== null && <span className="sr-only">, of which you use {percent}%</span>}
    </span>
  );
}

const percentOf = (plan: PlanId, feature: CountedFeature, counters: Counters): number =>
  usagePercent(usedOf(counters, feature), meterOf(plan, feature).limit);

/**
 * One at a time on a phone: opening one folds the one before, and each is a name, a price and what it gives. The same one
 * is open for everybody: nothing jumps.
 */
export function PlanList({ cycle, present, advised, counters, action }: PlansShown) {
  return (
    <ul className="border-b border-hairline">
      {planIds.map((plan) => (
        <li key={plan} className="border-t border-hairline">
          <details name="plan" open={plan === firstPaid} className="group">
            <summary className="cursor-pointer py-12">
              <h2 className="inline-flex flex-wrap items-center gap-x-8 text-17">
                {plans[plan].name} <Signs isPresent={plan === present} isAdvised={plan === advised} />
              </h2>
              <span className="float-right">
                <PlanPrice plan={plan} cycle={cycle} />
              </span>
              <span className="clear-both block text-13 text-muted group-open:hidden">{briefly(plan)}</span>
            </summary>
            <Sheet className="mb-16 flex flex-col gap-12 p-16">
              {action(plan)}
              <dl className="text-15">
                <Line label={cycle === 'monthly' ? 'Paid yearly' : 'Compared with monthly'}>
                  {cycle === 'monthly' ? <Yearly plan={plan} /> : <Saving plan={plan} />}
                </Line>
                {features.map((feature) => (
                  <Line key={feature} label={<Label feature={feature} counters={counters} />}>
                    <Amount plan={plan} feature={feature} counters={counters} present={present} />
                  </Line>
                ))}
              </dl>
            </Sheet>
          </details>
        </li>
      ))}
    </ul>
  );
}

const Line = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="grid grid-cols-2 gap-x-16 border-b border-hairline py-8 last:border-b-0">
    <dt className="text-muted">{label}</dt>
    <dd className="text-right">{children}</dd>
  </div>
);

/** What tells a plan from its neighbors, in a line. */
const briefly = (plan: PlanId): string =>
  countedFeatures
    .filter((feature) => feature !== 'aiEmails')
    .map((feature) => `${amountWords(plan, feature).toLowerCase()} ${featureNames[feature]}`)
    .join(', ');
