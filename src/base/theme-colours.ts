/** The two grounds of ui/tokens.css, for what cannot read a style sheet: manifests and the browser's own bars. */
export const themeColours = { light: '#F6F7F5', dark: '#101316' } as const;
