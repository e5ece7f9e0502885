import { useEffect, useState } from 'react';
import { useNavigate } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Field, Select } from '#ui/field.tsx';
import { Stack } from '#ui/page.tsx';
import type { SavedVersion, VersionText } from '../../rules/versions-contract.ts';
import { useComparePart } from './compare-part.ts';
import { versionsPath } from './paths.ts';
import type { Versions } from './use-versions.ts';
import { useVersionWords } from './version-words.ts';

interface CompareTwoProps {
  id: string;
  versions: Versions;
  list: SavedVersion[];
  a: number;
  b: number;
}

/** Any two versions; the older one is always what it is compared with. */
export function CompareTwo({ id, versions, list, a, b }: CompareTwoProps) {
  const { View } = useComparePart();
  const { user } = useViewer();
  const navigate = useNavigate();
  const wordsFor = useVersionWords();
  const [from, to] = [Math.min(a, b), Math.max(a, b)];
  const [texts, setTexts] = useState<{ key: string; both: [VersionText, VersionText] } | null>(null);
  const [failed, setFailed] = useState<{ key: string; words: string } | null>(null);
  const { text } = versions;
  const key = `${from} ${to}`;
  useEffect(() => {
    let isHere = true;
    Promise.all([text(from), text(to)]).then(
      (both) => isHere && setTexts({ key, both }),
      (error: Error) => isHere && setFailed({ key, words: error.message }),
    );
    return () => {
      isHere = false;
    };
  }, [from, to, key, text]);
  const wordsOf = (number: number) => {
    const found = list.find(({ version }) => version === number);
    return found ? wordsFor(found) : 'An older version';
  };
  const choice = (label: string, value: number, put: (version: number) => string) => (
    <Field label={label} compact className="min-w-full flex-1 md:min-w-0">
      <Select
        value={String(value)}
        onChange={({ target }) => navigate(put(Number(target.value)), { replace: true })}
      >
        {!list.some(({ version }) => version === value) && <option value={value}>{wordsOf(value)}</option>}
        {list.map((one) => (
          <option key={one.version} value={one.version}>
            {wordsFor(one)}
          </option>
        ))}
      </Select>
    </Field>
  );
  const address = (one: number, other: number) => `${versionsPath(id)}?a=${one}&b=${other}`;
  const newer = list.find(({ version }) => version === to);
  return (
    <Stack gap={24} className="density-tool">
      <div className="flex flex-wrap items-end gap-12">
        <ButtonLink href={versionsPath(id)}>All versions</ButtonLink>
        {choice('Older', from, (one) => address(one, to))}
        {choice('Newer', to, (other) => address(from, other))}
      </div>
      {failed?.key === key ? (
        <Notice kind="warn">{failed.words}</Notice>
      ) : texts?.key !== key ? (
        <Skeleton shape="paper" label="Comparing the versions" />
      ) : (
        <>
          {texts.both.some(({ isCut }) => isCut) && (
            <Notice kind="warn" still>
              One of these texts is longer than a version holds. Only its first and last part are compared.
            </Notice>
          )}
          <View
            name={versions.name}
            author={user?.displayName || 'Unknown author'}
            at={newer?.at ?? list[0]?.at ?? '2026-01-01T00:00:00Z'}
            older={{ text: texts.both[0], words: wordsOf(from) }}
            newer={{ text: texts.both[1], words: wordsOf(to) }}
          />
        </>
      )}
    </Stack>
  );
}
