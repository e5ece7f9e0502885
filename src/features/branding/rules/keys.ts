// Apart from the contract, so that the first script of every page knows them without the schemas.

/** Where the device keeps the branding: ten texts as JSON. */
export const brandingKey = 'userBranding';
/** In session storage: the logo that did not fit into local storage. */
export const logoKey = 'userBranding_logo';
/** Names the newest logo of this browser: the one that a tab still has may be older. */
export const logoNameKey = 'hub.brandingLogo';
/** What this device and the account last agreed on. */
export const agreedKey = 'hub.branding';

export const brandingApi = '/api/branding';
