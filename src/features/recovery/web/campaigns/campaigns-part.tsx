import { useState } from 'react';
import { isSameLeaf } from '#base/leaves.ts';
import { Problem } from '#base/problem.ts';
import { blockWords } from '#features/letters/rules/edits.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Table } from '#ui/table.tsx';
import { toast } from '#ui/toast.tsx';
import { conditionWords } from '../../rules/condition.ts';
import type { CampaignBody, Step } from '../../rules/contract.ts';
import { blocksOf } from '../../rules/mail.ts';
import { firstCampaign } from '../../rules/writing.ts';
import { newLocalId } from '../automation.ts';
import { useAutomation } from '../automation-provider.tsx';
import { GaveWay } from '../gave-way.tsx';
import type { GoTo } from '../go-to.ts';
import { campaignColumns, type Stored } from './campaign-columns.tsx';
import { CampaignEditor, type Edited } from './campaign-editor.tsx';
import { RemovedElsewhere } from './removed-elsewhere.tsx';
import { useDraft } from '#platform/web/use-draft.ts';
import { readTyped, type TypedCondition, typedOf } from './condition-fields.tsx';

/** What lies in a browser may be older than the latest field of a campaign. */
const whole = (campaign: { id: string } & Partial<CampaignBody>): Stored => {
  const first = firstCampaign();
  return { ...first, ...campaign, when: { ...first.when, ...campaign.when } };
};
const edited = ({ when, ...campaign }: CampaignBody & { id: string | null }): Edited => ({
  ...campaign,
  when: typedOf(when),
});

/** With what the campaign was when typing began, so that nothing that another device saves is written over unseen. */
type Draft = Edited & { seen?: Stored };

/** What this or an earlier release kept of campaigns that were not saved. */
function soundDrafts(bag: Record<string, unknown>): Record<string, Draft> {
  const first = edited({ ...firstCampaign(), id: null });
  return Object.fromEntries(
    Object.entries(bag).flatMap(([key, value]) => {
      const draft = value as Partial<Draft> | null;
      const isSound =
        typeof draft === 'object' &&
        typeof draft?.name === 'string' &&
        Array.isArray(draft.steps) &&
        typeof draft.when === 'object';
      return isSound ? [[key, { ...first, ...draft, when: { ...first.when, ...draft.when } }]] : [];
    }),
  );
}

const soundOthers = (bag: Record<string, unknown>): Record<string, Stored> =>
  Object.fromEntries(
    Object.entries(bag).flatMap(([id, value]) => {
      const campaign = value as Partial<CampaignBody> | null;
      return typeof campaign?.name === 'string' && Array.isArray(campaign.steps)
        ? [[id, whole({ ...campaign, id })]]
        : [];
    }),
  );

/** Its subject, and the blocks that are others there. */
function differing(mine: Step | undefined, theirs: Step): string {
  const own = mine ? blocksOf(mine) : [];
  const others = blocksOf(theirs).filter((block) => !own.some((each) => isSameLeaf(each, block)));
  const isSubject = mine?.subject !== theirs.subject || others.length === 0;
  return [...(isSubject ? [theirs.subject] : []), ...others.map(blockWords)].join(', ');
}

/** What differs in the other device's version, a line each. */
function differences(mine: Stored, theirs: Stored): [label: string, value: string][] {
  const lines: [string, string, string][] = [
    ['Name', mine.name, theirs.name],
    ['State', mine.isOn ? 'on' : 'off', theirs.isOn ? 'on' : 'off'],
    ['For', conditionWords(mine.when), conditionWords(theirs.when)],
    ['Messages', String(mine.steps.length), String(theirs.steps.length)],
    ...theirs.steps.map((step, at): [string, string, string] => [
      `Message ${at + 1}`,
      JSON.stringify(mine.steps[at]),
      JSON.stringify(step) === JSON.stringify(mine.steps[at])
        ? JSON.stringify(step)
        : differing(mine.steps[at], step),
    ]),
  ];
  return lines.filter(([, own, other]) => own !== other).map(([label, , other]) => [label, other]);
}

/** Where what is typed for a campaign that has no id yet is kept. */
const unborn = 'new';

/** All campaigns, in the order in which they are asked, and the chosen one below. What is typed in one stays while another is looked at. */
export function CampaignsPart({ go }: { go: GoTo }) {
  const { campaigns, standing, refresh, saveCampaign, removeCampaign, orderCampaigns } = useAutomation();
  const stored = campaigns.map((each) => whole(each));
  const [drafts, setTyped] = useDraft('recovery-campaigns', soundDrafts);
  const [chosen, setChosen] = useState<string | null>(drafts && unborn in drafts ? unborn : null);
  const typed = drafts ?? {};
  const [others, setOthers] = useDraft('recovery-other-campaigns', soundOthers);
  const [faults, setFaults] = useState<Partial<Record<keyof TypedCondition, string>>>({});
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [leaving, setLeaving] = useState<Stored | null>(null);

  const known = stored.find(({ id }) => id === chosen) ?? (chosen === unborn ? undefined : stored[0]);
  const key = known?.id ?? unborn;
  const campaign: Draft = typed[key] ?? {
    ...edited(known ?? { ...firstCampaign(), id: null }),
    ...(known && { seen: known }),
  };
  const forget = (id: string) =>
    setTyped((all) => Object.fromEntries(Object.entries(all ?? {}).filter(([each]) => each !== id)));
  const look = (id: string | null) => {
    setChosen(id);
    setError(null);
    setFaults({});
  };
  const tell = (problem: unknown, words: string) => (problem instanceof Problem ? problem.message : words);

  async function save(isOn: boolean): Promise<void> {
    const { id, name, steps, when, seen } = campaign;
    const read = readTyped(when);
    setFaults(read.ok ? {} : read.faults);
    if (!read.ok) return setError('Check the fields marked below.');
    setBusy(true);
    setError(null);
    try {
      // Its id stands in the draft before it goes: saved again after a lost answer and a reload, it is still that one.
      const as = id ?? newLocalId();
      if (id === null) setTyped((all) => ({ ...all, [key]: { ...campaign, id: as } }));
      const { id: saved, gaveWay } = await saveCampaign(as, { name, steps, isOn, when: read.when }, seen);
      forget(key);
      setChosen(saved);
      if (gaveWay) setOthers((all) => ({ ...all, [saved]: { ...gaveWay, id: saved } }));
      toast.success(
        isOn && !campaign.isOn ? 'Campaign on. Carts abandoned from now on get reminders.' : 'Saved.',
      );
    } catch (problem) {
      // Removed on another device: it is shown as that.
      if (problem instanceof Problem && problem.code === 'not_found') await refresh();
      else setError(tell(problem, 'Couldn’t save. What you typed is still here.'));
    } finally {
      setBusy(false);
    }
  }

  const act = (work: () => Promise<unknown>) =>
    work().catch((problem: unknown) => toast.error(tell(problem, 'Can’t reach the server. Try again.')));
  const move = (index: number, by: -1 | 1) => {
    const ids = stored.map(({ id }) => id);
    const [id] = ids.splice(index, 1);
    ids.splice(index + by, 0, id ?? '');
    return act(() => orderCampaigns(ids));
  };
  const duplicate = ({ name, steps, when }: Stored) =>
    act(async () => {
      const copy = { name: `${name.slice(0, 73)} (copy)`, steps, when, isOn: false };
      look((await saveCampaign(newLocalId(), copy)).id);
    });
  const forgetOther = (id: string) =>
    setOthers((all) => Object.fromEntries(Object.entries(all ?? {}).filter(([each]) => each !== id)));
  const other = known && others?.[known.id];
  const removed =
    standing === 'known'
      ? Object.entries(typed).filter(([id]) => id !== unborn && !stored.some((each) => each.id === id))
      : [];
  const keepAsNew = (id: string, draft: Draft) => {
    forget(id);
    setTyped((all) => ({ ...all, [unborn]: { ...draft, id: null, isOn: false } }));
    look(unborn);
  };

  return (
    <Stack gap={48}>
      {removed.map(([id, draft]) => (
        <RemovedElsewhere
          key={id}
          name={draft.name}
          keep={unborn in typed ? null : () => keepAsNew(id, draft)}
          discard={() => forget(id)}
        />
      ))}
      {stored.length > 0 && (
        <Stack>
          <Row className="justify-between">
            <h2 className="text-21">Campaigns</h2>
            <Button
              onClick={() => {
                setTyped((all) => ({
                  [unborn]: edited({ ...firstCampaign(), name: 'New campaign', id: null }),
                  ...all,
                }));
                look(unborn);
              }}
            >
              Add campaign
            </Button>
          </Row>
          <p className="max-w-measure text-15 text-muted">
            Each cart gets one campaign: the first in this list that is on and matches. Put specific campaigns
            above general ones.
          </p>
          <Table
            caption="Campaigns in order of priority"
            hideCaption
            rows={stored.map((each, index) => ({ ...each, index }))}
            rowKey={({ id }) => id}
            isSelected={({ id }) => id === key}
            columns={campaignColumns({
              count: stored.length,
              isTyped: (id) => typed[id] !== undefined,
              look,
              move: (index, by) => void move(index, by),
              duplicate: (each) => void duplicate(each),
              remove: setLeaving,
            })}
          />
        </Stack>
      )}
      {other && (
        <GaveWay
          theirs={differences(known, other)}
          dismiss={() => forgetOther(known.id)}
          take={() =>
            void act(async () => {
              await saveCampaign(known.id, other, known);
              forgetOther(known.id);
              toast.success('The other version is saved.');
            })
          }
        />
      )}
      <CampaignEditor
        key={key}
        campaign={campaign}
        isChanged={typed[key] !== undefined}
        isBusy={isBusy}
        error={error}
        faults={faults}
        set={(change) => setTyped((all) => ({ ...all, [key]: { ...campaign, ...change } }))}
        discard={() => {
          forget(key);
          if (key === unborn) look(null);
        }}
        save={(isOn) => void save(isOn)}
        go={go}
      />
      <Dialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={`Remove ${leaving?.name ?? ''}?`}
        actions={
          <>
            <Button onClick={() => setLeaving(null)}>Cancel</Button>
            <Button
              variant="danger"
              onClick={() => {
                const { id } = leaving as Stored;
                setLeaving(null);
                forget(id);
                void act(() => removeCampaign(id));
              }}
            >
              Remove
            </Button>
          </>
        }
      >
        Its scheduled messages won’t be sent. Its results stay in your numbers.
      </Dialog>
    </Stack>
  );
}
