import { Problem } from '#base/problem.ts';
import {
  jsonFile,
  type MemberData,
  type MemberFile,
  memberByEmail,
} from '#features/accounts/server/public.ts';
import type { PersonData, ServerFeature } from '#platform/server/feature.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { BrandingAnswer, PutBrandingAnswer, PutBrandingBody } from '../rules/contract.ts';
import { brandingApi } from '../rules/keys.ts';
import { forgetSaved, readSaved, type Saved, takeChange } from './saved.ts';
import type { BrandingTables } from './tables.ts';

type Ground = Pick<Platform, 'db' | 'clock'>;

/** What a member's papers look like, on every device of theirs. */
export function branding(platform: Ground, { memberData }: { memberData?: MemberData } = {}): ServerFeature {
  const db = platform.db.tables<BrandingTables>();
  memberData?.add({
    name: 'branding',
    gather: async (uid) => filesOf(await readSaved(db, uid)),
    forget: async (trx, uid) => void (await forgetSaved(trx, uid)),
  });
  return { name: 'branding', routes: brandingRoutes(platform), person: brandingPerson(platform) };
}

function brandingRoutes({ db: database, clock }: Ground): Route[] {
  const db = database.tables<BrandingTables>();
  return [
    route({
      method: 'GET',
      path: brandingApi,
      access: 'member',
      summary: 'Get your branding',
      description: 'Null if there is none.',
      answer: BrandingAnswer,
      handle: async ({ viewer }) => ({ saved: await readSaved(db, viewer.uid) }),
    }),

    route({
      method: 'PUT',
      path: brandingApi,
      access: 'member',
      summary: 'Update your branding',
      description:
        'Send the version that the change is based on. If the server has a newer one, the change is not applied and the newer one is returned.',
      body: PutBrandingBody,
      maxBody: 340 * 1024,
      answer: PutBrandingAnswer,
      limit: { name: 'branding', max: 120, perSeconds: 60, by: 'viewer' },
      async handle({ viewer, body: { owner, ...change } }) {
        if (owner !== viewer.uid)
          throw new Problem('forbidden', 'Someone else is now signed in. Reload this page.');
        const taken = await takeChange(db, viewer.uid, change, clock.now());
        return { taken: taken !== null, saved: taken ?? (await readSaved(db, viewer.uid)) };
      },
    }),
  ];
}

/** The texts, and the logo as a picture that opens. */
function filesOf(saved: Saved): MemberFile[] {
  if (!saved) return [];
  const { logo, ...texts } = saved.branding;
  const [, type, body] = /^data:image\/(\w+);base64,(.+)$/.exec(logo) ?? [];
  const file = type && body ? `logo.${type}` : null;
  return [
    jsonFile('branding/branding.json', {
      ...texts,
      logo: file ?? '',
      changedAt: new Date(saved.changedAt).toISOString(),
    }),
    ...(file && body ? [{ path: `branding/${file}`, bytes: Buffer.from(body, 'base64') }] : []),
  ];
}

function brandingPerson({ db: database }: Ground): PersonData {
  const db = database.tables<BrandingTables>();
  return {
    erasing: { goes: 'The branding of the account' },
    async export(email) {
      const member = await memberByEmail(db, email);
      return member && readSaved(db, member.uid);
    },
    async erase(email) {
      const member = await memberByEmail(db, email);
      const isGone = member !== null && (await forgetSaved(db, member.uid));
      return isGone ? ['The branding of the account was deleted.'] : [];
    },
  };
}
