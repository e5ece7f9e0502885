import { useState } from 'react';
import { plainLocale } from '#base/locale.ts';
import { Problem } from '#base/problem.ts';
import { afterKinds, answersAfter } from '#features/agreements/rules/after.ts';
import { agreementPath } from '#features/agreements/rules/addresses.ts';
import type { AgreementDetail } from '#features/agreements/rules/contract.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import { toSave } from '#features/documents/web/generator/result.ts';
import { generator } from '#features/documents/web/paths.ts';
import { documentOf, wholeLibrary } from '#features/documents/web/request/library.ts';
import { dayOf } from '#features/documents/web/today.ts';
import { saveTemplate } from '#features/saved/web/save-template.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { Button } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { toast } from '#ui/toast.tsx';

const labels: Record<(typeof afterKinds)[number], string> = {
  amendment: 'Write an amendment',
  'termination-notice': 'Write a termination notice',
};

/** A signed agreement lives on: what changes or ends it begins with its names, its date and its clause. */
export default function AfterSigning({ detail }: { detail: AgreementDetail }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState<string | null>(null);
  const { agreement, follows, followedBy } = detail;
  const begin = async (slug: (typeof afterKinds)[number]) => {
    setBusy(slug);
    try {
      const id = await saveNext(slug, detail);
      navigate(`${generator}?document=${slug}&template=${id}`);
    } catch (thrown) {
      toast.error((thrown instanceof Problem ? thrown : new Problem('unavailable')).message);
      setBusy(null);
    }
  };
  return (
    <Sheet role="group" aria-label="Change or end it">
      {follows && (
        <p className="mb-12">
          Goes with <Link href={agreementPath(follows.id)}>{follows.title}</Link>.
        </p>
      )}
      {followedBy.length > 0 && (
        <>
          <p>Changed or ended by:</p>
          <ul className="mt-4 mb-12">
            {followedBy.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-x-8 pointer-coarse:min-h-touch">
                <Link href={agreementPath(one.id)}>{one.title}</Link>
                <span className="text-13 text-muted">{stateWords[one.state]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {agreement.state === 'signed' && (
        <>
          <p className="text-15 text-muted">
            Change or end it with a document that already has its names, its date and its clause. It is saved
            under Saved templates.
          </p>
          <div className="ui-actions mt-12">
            {afterKinds.map((slug) => (
              <Button
                key={slug}
                busy={busy === slug && 'Preparing'}
                disabled={busy !== null && busy !== slug}
                onClick={() => void begin(slug)}
              >
                {labels[slug]}
              </Button>
            ))}
          </div>
        </>
      )}
    </Sheet>
  );
}

const stateWords = {
  out: 'waiting for signatures',
  signed: 'signed',
  declined: 'declined',
  expired: 'expired',
  withdrawn: 'withdrawn',
} as const;

async function templateOf(slug: string | null): Promise<Template | null> {
  return slug === null ? null : ((await wholeLibrary().catch(() => null))?.get(slug) ?? null);
}

/** Saves it as a document of its own and says under which id: what stands in the generator already stays as it is. */
async function saveNext(slug: string, detail: AgreementDetail): Promise<string> {
  const { agreement, doc, answers, followedBy } = detail;
  const [{ entry, template }, from] = await Promise.all([documentOf(slug), templateOf(detail.slug)]);
  const next = answersAfter(template, {
    template: from,
    answers,
    title: agreement.title,
    blocks: doc.blocks,
    signedOn: dayOf(new Date(agreement.endedAt ?? agreement.sentAt)),
    amendments: followedBy.filter((one) => one.slug === 'amendment' && one.state === 'signed').length,
  });
  const made = toSave({
    entry,
    template,
    state: { answers: next, date: dayOf(new Date()), locale: plainLocale(navigator.language) },
    sections: [],
    brand: null,
    reasons: false,
  });
  const { id } = await saveTemplate({
    ...made,
    name: `${entry.short}: ${agreement.title}`.slice(0, 120),
    formData: { ...made.formData },
  });
  return id;
}
