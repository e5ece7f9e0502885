import { countOf } from '#base/count.ts';
import { Icon } from '#ui/icon.tsx';
import ArrowRight from '#ui/icons/arrow-right.ts';
import type { Funnel } from '../../rules/contract.ts';
import { type Finding, groupFindings } from '../../rules/finding.ts';

interface FoundProps {
  title: string;
  /** "to fix", "to check": said with the number of each page. */
  toDo: string;
  findings: Finding[];
  funnel: Funnel;
  isFolded?: boolean;
  go(finding: Finding): void;
}

/** By page, each with how much there is; every line leads to where it is mended. */
export function Found({ title, toDo, findings, funnel, isFolded = false, go }: FoundProps) {
  if (findings.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="pb-8 text-15 font-bold">{title}</h3>
      {groupFindings(funnel.steps, findings).map(({ name, findings: here }, at) => (
        <details key={at} open={!isFolded} className="border-t border-control">
          <summary className="flex min-h-touch cursor-pointer items-center py-8">
            <span className="min-w-0 grow font-medium">{name}</span>
            <span className="text-13 text-muted">{`${here.length} ${toDo}`}</span>
          </summary>
          <ul className="pb-12 pl-24" aria-label={`${name}: ${countOf(here.length, 'thing')} ${toDo}`}>
            {here.map((finding, index) => (
              <li key={index} className="border-t border-hairline">
                <button
                  type="button"
                  className="group flex min-h-touch w-full items-center gap-12 py-8 text-left"
                  onClick={() => go(finding)}
                >
                  <span className="min-w-0 grow group-hover:underline">{finding.words}</span>
                  <span className="text-muted">
                    <Icon of={ArrowRight} size={16} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
