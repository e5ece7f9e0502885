import type { SettingName } from '../rules/readiness.ts';

export type TabName = 'carts' | 'campaigns' | 'numbers' | 'settings' | 'connect';
/** To another tab of this page, and to a field there. */
export type GoTo = (tab: TabName, field?: SettingName) => void;
