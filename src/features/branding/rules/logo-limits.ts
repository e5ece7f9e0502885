/** A logo as it is kept: bytes of picture, pixels of its longer side, and characters as a data URL. */
export const logoLimits = { bytes: 200 * 1024, side: 512, text: 300 * 1024 } as const;
