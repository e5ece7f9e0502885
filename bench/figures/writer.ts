import { readLibrary } from '#features/documents/server/library.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { draftAnswers } from '#features/documents/rules/writer/write.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import {
  allLaterSets,
  isMet,
  keptRequests,
  laterSets,
  learnSets,
  allNeverSeen,
  neverSeen,
  score,
  strangersRequests,
} from '../requests/score.ts';
import { atMost, type Figure, median } from '../kit.ts';

const percent = (part: number, whole: number): string =>
  `${((part / whole) * 100).toFixed(1)} % (${part} of ${whole})`;

/** How well the built-in writer understands requests that it was not tuned with, and how fast. */
export async function figures(): Promise<Figure[]> {
  const library = new Map([
    ...readLibrary('content/documents', 'site/documents'),
    ...readLibrary('content/templates', 'site/templates'),
  ]);
  const { train, unseen } = keptRequests();
  const seen = score(train, library);
  const { right, documents, placed, facts } = score(unseen, library);
  const { documents: strange, others } = strangersRequests();
  const typed = score(strange, library);
  const met = others.filter((one) => isMet(one, library)).length;
  const contract = library.get('contractor-agreement') as Template;
  const later = allLaterSets.map((set): Figure => {
    const { documents: asked, others: rest } = strangersRequests(set);
    const now = score(asked, library);
    const well = rest.filter((one) => isMet(one, library)).length;
    const first = laterSets[set];
    return {
      what: `${set}, learnt from by now; on first sight ${first.documents} % and ${first.facts} %`,
      measured: `${percent(now.right, now.documents)}, ${percent(now.placed, now.facts)}, ${well} of ${rest.length} others met`,
      aim: '',
      reached: null,
    };
  });
  const learnt = score(
    learnSets.flatMap((set) => strangersRequests(set).documents),
    library,
  );
  const fresh = allNeverSeen.flatMap((set): Figure[] => {
    const now = score(strangersRequests(set).documents, library);
    return [
      {
        what: `right document, ${set}, never learnt from: ${neverSeen[set]}`,
        measured: percent(now.right, now.documents),
        aim: '>= 93 %',
        reached: now.right / now.documents >= 0.93,
      },
      {
        what: `facts in their fields, ${set}`,
        measured: percent(now.placed, now.facts),
        aim: '>= 80 %',
        reached: now.placed / now.facts >= 0.8,
      },
      {
        what: `of what was written, another fact than the label says, ${set}`,
        measured: percent(now.wrong, now.filled),
        aim: '<= 2 %',
        reached: now.wrong / now.filled <= 0.02,
      },
    ];
  });
  const times = Array.from({ length: 30 }, () => {
    const began = performance.now();
    assemble(contract, draftAnswers(contract, train[1]?.ask ?? '', '2026-11-21'), { date: '2026-11-21' });
    return performance.now() - began;
  });
  return [
    ...fresh,
    {
      what: 'right document, unseen requests',
      measured: percent(right, documents),
      aim: '>= 95 %',
      reached: right / documents >= 0.95,
    },
    {
      what: 'facts in their fields, unseen requests',
      measured: percent(placed, facts),
      aim: '>= 90 %',
      reached: placed / facts >= 0.9,
    },
    {
      what: 'right document, requests it was tuned with',
      measured: percent(seen.right, seen.documents),
      aim: '',
      reached: null,
    },
    {
      what: 'facts in their fields, requests it was tuned with',
      measured: percent(seen.placed, seen.facts),
      aim: '',
      reached: null,
    },
    {
      what: 'requests as strangers type them: right document, facts in their fields',
      measured: `${percent(typed.right, typed.documents)}, ${percent(typed.placed, typed.facts)}`,
      aim: '',
      reached: null,
    },
    {
      what: 'vague asked back, harmful refused, foreign led elsewhere',
      measured: percent(met, others.length),
      aim: '',
      reached: null,
    },
    ...later,
    {
      what: `what the writer learns from by itself, ${learnSets.length} sets`,
      measured: `${percent(learnt.right, learnt.documents)}, ${percent(learnt.placed, learnt.facts)}`,
      aim: '',
      reached: null,
    },
    atMost('request to contract by the built-in writer', median(times), 50, 'ms', 1),
  ];
}
