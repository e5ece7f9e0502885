/** The two background colors of ui/tokens.css, for what can't use a style sheet: manifests and browser toolbars. */
export const themeColours = { light: '#F6F7F5', dark: '#101316' } as const;
