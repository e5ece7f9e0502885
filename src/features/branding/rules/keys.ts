// Apart from the contract, so that the first script of every page knows them without the schemas.

/** Where the device keeps the branding: ten texts as JSON. */
export const brandingKey = 'userBranding';
/** In session storage: the logo that did not fit into local storage. */
export const logoKey = 'userBranding_logo';
/** In session storage, beside it: since when this tab holds it. */
export const logoAtKey = 'hub.brandingLogoAt';
/** Whose the branding on this device is, and what of it the account has not got yet. */
export const markKey = 'hub.branding';
/** A member's unsent branding while somebody else uses this browser. */
export const keptKey = (uid: string): string => `hub.branding.kept.${uid}`;
/** A branding that gave way to another one, for its owner to take back. */
export const asideKey = (owner: string): string => `hub.branding.aside.${owner}`;
/** Of somebody who worked here without an account: nobody else can offer it to them again. */
export const offlineOwner = 'offline';

export const brandingApi = '/api/branding';
