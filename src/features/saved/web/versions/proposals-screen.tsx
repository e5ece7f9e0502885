import { useEffect, useState } from 'react';
import { useNavigate } from '#platform/web/router.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Field, Select } from '#ui/field.tsx';
import { Stack } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import type { SavedVersion, VersionText } from '../../rules/versions-contract.ts';
import { useComparePart } from './compare-part.ts';
import { versionsPath } from './paths.ts';
import type { Versions } from './use-versions.ts';
import { useVersionWords } from './version-words.ts';

interface ProposalsScreenProps {
  id: string;
  versions: Versions;
  list: SavedVersion[];
  /** The one that the file was made from. */
  version: number;
}

/** A Word file that came back from the other side. */
export function ProposalsScreen({ id, versions, list, version }: ProposalsScreenProps) {
  const { Proposals } = useComparePart();
  const navigate = useNavigate();
  const wordsFor = useVersionWords();
  const [base, setBase] = useState<VersionText | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { text } = versions;
  useEffect(() => {
    let isHere = true;
    text(version).then(
      (found) => isHere && setBase(found),
      (error: Error) => isHere && setProblem(error.message),
    );
    return () => {
      isHere = false;
    };
  }, [text, version]);
  return (
    <Stack gap={24} className="density-tool">
      <div className="flex flex-wrap items-end gap-12">
        <ButtonLink href={versionsPath(id)}>All versions</ButtonLink>
        <Field label="The file was made from" compact className="min-w-full flex-1 md:min-w-0">
          <Select
            value={String(version)}
            onChange={({ target }) => navigate(`${versionsPath(id)}?word=${target.value}`, { replace: true })}
          >
            {list.map((one) => (
              <option key={one.version} value={one.version}>
                {wordsFor(one)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {problem ? (
        <Notice kind="warn">{problem}</Notice>
      ) : base?.version !== version ? (
        <Skeleton shape="paper" label="Loading the version" />
      ) : (
        <Proposals
          key={version}
          name={versions.name}
          base={base}
          save={async (html) => {
            await versions.propose(version, html);
            toast.success('Saved as a new version.');
            navigate(versionsPath(id));
          }}
        />
      )}
    </Stack>
  );
}
