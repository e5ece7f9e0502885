import type { ServerFeature } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { bouncesPage } from './bounces-page.ts';
import { createConsentByHand } from './by-hand.ts';
import { consentPerson } from './person.ts';
import { type ConsentOptions, unsubscribeRoutes } from './routes.ts';

export { type ConsentByHand, createConsentByHand } from './by-hand.ts';

export function consent(platform: Platform, options: ConsentOptions = {}): ServerFeature {
  return {
    name: 'consent',
    desk: [bouncesPage(platform)],
    routes: unsubscribeRoutes(platform, options),
    person: consentPerson(platform, createConsentByHand(platform, options)),
  };
}
