import type { ServerFeature } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { consentPerson } from './person.ts';
import { unsubscribeRoutes } from './routes.ts';

export function consent(platform: Platform): ServerFeature {
  return { name: 'consent', routes: unsubscribeRoutes(platform), person: consentPerson(platform) };
}
