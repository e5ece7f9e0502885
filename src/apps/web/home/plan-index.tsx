import { cents } from '#base/money.ts';
import type { PlanLine } from '#features/plans/rules/plan-lines.ts';
import { Price } from '#ui/price.tsx';

/** The plans in a line each; the whole comparison is a page of its own. */
export const PlanIndex = ({ plans }: { plans: PlanLine[] }) => (
  <ul>
    {plans.map(({ name, monthlyCents, words }) => (
      <li
        key={name}
        className="grid grid-cols-2 items-baseline gap-x-24 gap-y-4 border-t border-hairline py-16 md:grid-cols-12"
      >
        <h3 className="font-bold md:col-span-3">{name}</h3>
        <p className="text-right md:col-span-2 md:text-left">
          <Price cents={cents(monthlyCents)} per="month" />
        </p>
        <p className="col-span-2 text-15 text-muted md:col-span-7">{words}</p>
      </li>
    ))}
  </ul>
);
