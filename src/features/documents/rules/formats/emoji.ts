/** Small pictures, and the halves that flags are made of; not the figures and signs that also have a picture. */
export const hasEmoji = (text: string): boolean =>
  /(?![\d#*©®])[\p{Extended_Pictographic}\p{Emoji_Presentation}\p{Regional_Indicator}\p{Emoji_Modifier}]/u.test(
    text,
  );
