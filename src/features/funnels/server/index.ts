import { days } from '#base/clock.ts';
import type { MemberData } from '#features/accounts/server/public.ts';
import type { Room } from '#features/plans/server/public.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { unlessBackup } from '#platform/server/files/deleting.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createWebhooks } from '#platform/server/webhooks/webhooks.ts';
import type { CheckoutPath } from './basket.ts';
import { createGiftFiles } from './gift-files.ts';
import { createGiftMail } from './gift-mail.ts';
import { giftRoutes } from './gift-routes.ts';
import { leadRoutes } from './lead-routes.ts';
import { createLeads, createTellOutside, type OnLead } from './leads.ts';
import { createLive } from './live.ts';
import { createNews } from './news.ts';
import { createNumbers } from './numbers.ts';
import { funnelMemberData, funnelPerson } from './person.ts';
import { createPictures } from './pictures.ts';
import { publicRoutes } from './public-routes.ts';
import { createPublishing, type FindProduct } from './publish.ts';
import { createReport } from './report.ts';
import { funnelRoutes } from './routes.ts';
import { decideSplits } from './splits.ts';
import type { FunnelTables } from './tables.ts';
import { createWrites } from './writes.ts';

export interface FunnelOptions {
  memberData?: MemberData;
  /** How much an account may hold; left out, there is no bound. */
  room?: Pick<Room, 'within'>;
  /** What the catalogue says of a product; left out, nothing of the hub can be sold in a funnel. */
  findProduct?: FindProduct;
  /** Where the hub's products are paid; left out, an offer leads to the product's own page. */
  checkoutPath?: CheckoutPath;
  /** Somebody left their address, and has confirmed it where that is asked for. */
  onLead?: OnLead;
  /** Asked again while somebody listens for numbers: who has signed out hears no more. */
  resolveViewer?: (request: Request) => Promise<Viewer>;
}

/** Funnels: built by members, published as plain pages, counted without cookies. */
export function funnels(
  platform: Platform,
  {
    memberData,
    room,
    findProduct = async () => null,
    checkoutPath,
    onLead,
    resolveViewer,
  }: FunnelOptions = {},
): ServerFeature {
  const within: Room['within'] = room?.within ?? ((_trx, _uid, work) => work());
  const pictures = createPictures(platform, within);
  const giftFiles = createGiftFiles(platform, within);
  const publishing = createPublishing(platform, findProduct, giftFiles);
  const writes = createWrites(platform, { pictures, publishing, within });
  const numbers = createNumbers(platform);
  const report = createReport(platform, numbers);
  const { live, webhookHosts } = platform.config;
  const webhooks = createWebhooks({ ...platform, live, hosts: webhookHosts });
  const tell = createTellOutside(webhooks);
  const giftMail = createGiftMail(platform);
  const leads = createLeads(platform, tell, giftMail, onLead);
  const shown = createLive(platform);
  const news = createNews(platform.db);
  memberData?.add(funnelMemberData(platform, giftFiles));
  return {
    name: 'funnels',
    routes: [
      ...giftRoutes({ db: platform.db, leads, giftFiles, giftMail }),
      ...publicRoutes({ platform, live: shown, leads, numbers, pictures, findProduct, checkoutPath, tell }),
      ...leadRoutes(platform.db),
      ...funnelRoutes({ platform, writes, report, pictures, news, webhooks, resolveViewer }),
    ],
    jobs: [
      { name: 'funnels-publish', everySeconds: 15, run: async () => void (await writes.publishDue()) },
      { name: 'funnels-splits', everySeconds: 300, run: () => decideSplits(platform) },
      {
        name: 'funnels-tidy',
        everySeconds: 3600,
        async run() {
          await numbers.tidy();
          await leads.forgetUnconfirmed();
          await pictures.forgetUnused();
          await unlessBackup(platform.db, () => pictures.tidy());
          await giftFiles.forgetUnused();
          await unlessBackup(platform.db, () => giftFiles.tidy());
          await platform.db
            .tables<FunnelTables>()
            .deleteFrom('funnel_write')
            .where('at', '<', new Date(platform.clock.now().getTime() - days(180)))
            .execute();
        },
      },
    ],
    person: funnelPerson(platform),
    start: async () => () => {
      news.stop();
      return Promise.all([numbers.flush(), publishing.close()]).then(() => {});
    },
  };
}
