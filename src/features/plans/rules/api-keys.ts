/** What a key may be made for. A feature that lets programs in adds its line here. */
export const apiScopes = {
  'usage:read': 'Read your plan and how much of it is used',
  'carts:write': 'Add abandoned carts and report orders',
  'people:write': 'Add people to your list and report what they do',
} as const;

export type ApiScope = keyof typeof apiScopes;

export const apiScopeNames = Object.keys(apiScopes) as [ApiScope, ...ApiScope[]];

export const keyNameMax = 60;
/** More than this are not kept track of by anybody. */
export const keysMax = 20;
