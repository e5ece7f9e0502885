import type { PublicSite } from '#base/site.ts';

/** Words of a made-up hub, for whatever needs a name, a seller and an address. */
export function sampleSite(changes: Partial<PublicSite> = {}): PublicSite {
  return {
    name: 'Birch & Sons',
    tagline: 'Tools for joiners',
    description: 'Everything for the workshop.',
    assistantName: 'Birch',
    language: 'en-GB',
    accent: null,
    logo: null,
    mailLogo: null,
    currencyNote: null,
    newsletterSender: 'Birch Weekly',
    newsletterCadence: 'every second Friday',
    newsletterTopics: [],
    social: [],
    seller: {
      legalName: 'Birch Limited',
      representedBy: null,
      address: ['1 Long Lane', 'Dublin'],
      country: 'IE',
      registration: '',
      vatId: null,
      email: 'owner@birch.example',
      phone: null,
    },
    support: { email: 'help@birch.example', answersWithin: 'a day' },
    morePages: [],
    isSample: false,
    ...changes,
  };
}
