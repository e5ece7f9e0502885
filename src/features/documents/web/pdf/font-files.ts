// The letters of a PDF made in the browser: WOFF, because a browser can open it without any other program.
import latin from '@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff?url';
import latinBold from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff?url';
import latinItalic from '@fontsource/source-serif-4/files/source-serif-4-latin-400-italic.woff?url';
import latinBoldItalic from '@fontsource/source-serif-4/files/source-serif-4-latin-600-italic.woff?url';
import latinExt from '@fontsource/source-serif-4/files/source-serif-4-latin-ext-400-normal.woff?url';
import latinExtBold from '@fontsource/source-serif-4/files/source-serif-4-latin-ext-600-normal.woff?url';
import latinExtItalic from '@fontsource/source-serif-4/files/source-serif-4-latin-ext-400-italic.woff?url';
import latinExtBoldItalic from '@fontsource/source-serif-4/files/source-serif-4-latin-ext-600-italic.woff?url';
import cyrillic from '@fontsource/source-serif-4/files/source-serif-4-cyrillic-400-normal.woff?url';
import cyrillicBold from '@fontsource/source-serif-4/files/source-serif-4-cyrillic-600-normal.woff?url';
import cyrillicItalic from '@fontsource/source-serif-4/files/source-serif-4-cyrillic-400-italic.woff?url';
import cyrillicBoldItalic from '@fontsource/source-serif-4/files/source-serif-4-cyrillic-600-italic.woff?url';
import cyrillicExt from '@fontsource/source-serif-4/files/source-serif-4-cyrillic-ext-400-normal.woff?url';
import cyrillicExtBold from '@fontsource/source-serif-4/files/source-serif-4-cyrillic-ext-600-normal.woff?url';
import cyrillicExtItalic from '@fontsource/source-serif-4/files/source-serif-4-cyrillic-ext-400-italic.woff?url';
import cyrillicExtBoldItalic from '@fontsource/source-serif-4/files/source-serif-4-cyrillic-ext-600-italic.woff?url';
import greek from '@fontsource/source-serif-4/files/source-serif-4-greek-400-normal.woff?url';
import greekBold from '@fontsource/source-serif-4/files/source-serif-4-greek-600-normal.woff?url';
import greekItalic from '@fontsource/source-serif-4/files/source-serif-4-greek-400-italic.woff?url';
import greekBoldItalic from '@fontsource/source-serif-4/files/source-serif-4-greek-600-italic.woff?url';
import vietnamese from '@fontsource/source-serif-4/files/source-serif-4-vietnamese-400-normal.woff?url';
import vietnameseBold from '@fontsource/source-serif-4/files/source-serif-4-vietnamese-600-normal.woff?url';
import vietnameseItalic from '@fontsource/source-serif-4/files/source-serif-4-vietnamese-400-italic.woff?url';
import vietnameseBoldItalic from '@fontsource/source-serif-4/files/source-serif-4-vietnamese-600-italic.woff?url';
import arabic from '../../../../../content/fonts/NotoNaskhArabic-Regular.ttf?url';
import arabicBold from '../../../../../content/fonts/NotoNaskhArabic-Bold.ttf?url';
import hebrew from '../../../../../content/fonts/NotoSerifHebrew-Regular.ttf?url';
import hebrewBold from '../../../../../content/fonts/NotoSerifHebrew-Bold.ttf?url';
import signs from '../../../../../content/fonts/HubSigns-Regular.ttf?url';
import chinese from '../../../../../content/fonts/HubSansSC-Regular.woff?url';
import japanese from '../../../../../content/fonts/HubSansJP-Regular.woff?url';
import emoji from '../../../../../content/fonts/NotoEmoji-Regular.woff?url';
import korean from '../../../../../content/fonts/HubSansKR-Regular.woff?url';

/** Where each lies, by its writing and weight. */
export const fontFiles: Readonly<Record<string, string>> = {
  'latin-400-normal': latin,
  'latin-600-normal': latinBold,
  'latin-400-italic': latinItalic,
  'latin-600-italic': latinBoldItalic,
  'latin-ext-400-normal': latinExt,
  'latin-ext-600-normal': latinExtBold,
  'latin-ext-400-italic': latinExtItalic,
  'latin-ext-600-italic': latinExtBoldItalic,
  'cyrillic-400-normal': cyrillic,
  'cyrillic-600-normal': cyrillicBold,
  'cyrillic-400-italic': cyrillicItalic,
  'cyrillic-600-italic': cyrillicBoldItalic,
  'cyrillic-ext-400-normal': cyrillicExt,
  'cyrillic-ext-600-normal': cyrillicExtBold,
  'cyrillic-ext-400-italic': cyrillicExtItalic,
  'cyrillic-ext-600-italic': cyrillicExtBoldItalic,
  'greek-400-normal': greek,
  'greek-600-normal': greekBold,
  'greek-400-italic': greekItalic,
  'greek-600-italic': greekBoldItalic,
  'vietnamese-400-normal': vietnamese,
  'vietnamese-600-normal': vietnameseBold,
  'vietnamese-400-italic': vietnameseItalic,
  'vietnamese-600-italic': vietnameseBoldItalic,
  'arabic-400-normal': arabic,
  'arabic-600-normal': arabicBold,
  'hebrew-400-normal': hebrew,
  'hebrew-600-normal': hebrewBold,
  'signs-400-normal': signs,
  'emoji-400-normal': emoji,
  // One weight of megabytes is enough to fetch.
  'SC-400-normal': chinese,
  'JP-400-normal': japanese,
  'KR-400-normal': korean,
};
