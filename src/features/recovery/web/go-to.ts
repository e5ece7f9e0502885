export type TabName = 'carts' | 'campaigns' | 'numbers' | 'settings' | 'connect';
/** To another tab of this page. */
export type GoTo = (tab: TabName) => void;
