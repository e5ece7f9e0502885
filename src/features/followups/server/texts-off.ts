import type { Config } from '#platform/server/config.ts';
import { sendsTexts } from '#platform/server/texts/feature.ts';
import type { TextsOff } from '../rules/texting.ts';

/** Why no text message leaves for a member; '' where they do. */
export const textsOff = (config: Pick<Config, 'live' | 'texts'>, isInPlan: boolean): TextsOff =>
  !sendsTexts(config) ? 'provider' : isInPlan ? '' : 'plan';
