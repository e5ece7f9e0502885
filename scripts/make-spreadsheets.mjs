// Makes the spreadsheets of the shipped catalogue. Run after changing one:
//   node_modules/.bin/node scripts/make-spreadsheets.mjs
// What it makes is committed. Every figure that is worked out is a formula; its first value comes from the same rule here.
import { writeFile } from 'node:fs/promises';
import { zip } from '../src/platform/server/zip.ts';
import { pricing } from './spreadsheets/pricing.mjs';
import { metrics } from './spreadsheets/metrics.mjs';

const day = new Date('2026-11-21T00:00:00Z');
const styles = [
  'plain',
  'head',
  'title',
  'input',
  'money',
  'percent',
  'total',
  'note',
  'inputMoney',
  'inputPercent',
  'number',
  'inputNumber',
  'totalPercent',
];

const escape = (text) =>
  String(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
const column = (index) =>
  index < 26 ? String.fromCharCode(65 + index) : column(Math.floor(index / 26) - 1) + column(index % 26);

function cell(value, ref) {
  if (value === null || value === undefined || value === '') return '';
  const { v, f, s = 'plain' } = typeof value === 'object' ? value : { v: value };
  const style = styles.indexOf(s);
  if (style < 0) throw new Error(`There is no style ${s}`);
  if (f !== undefined) {
    const type = typeof v === 'string' ? ' t="str"' : '';
    return `<c r="${ref}" s="${style}"${type}><f>${escape(f)}</f>${v === undefined ? '' : `<v>${escape(v)}</v>`}</c>`;
  }
  if (typeof v === 'number') return `<c r="${ref}" s="${style}"><v>${v}</v></c>`;
  return `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escape(v ?? '')}</t></is></c>`;
}

function sheetXml({ rows, widths, freeze }) {
  const body = rows
    .map(
      (row, y) =>
        `<row r="${y + 1}">${row.map((value, x) => cell(value, `${column(x)}${y + 1}`)).join('')}</row>`,
    )
    .join('');
  const columns = widths
    .map((width, x) => `<col min="${x + 1}" max="${x + 1}" width="${width}" customWidth="1"/>`)
    .join('');
  const pane = freeze
    ? `<pane xSplit="1" ySplit="${freeze}" topLeftCell="B${freeze + 1}" activePane="bottomRight" state="frozen"/>`
    : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView showGridLines="0" workbookViewId="0">${pane}</sheetView></sheetViews><cols>${columns}</cols><sheetData>${body}</sheetData><pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToHeight="0"/></worksheet>`;
}

const numbers = { money: '"$"#,##0;[Red]-"$"#,##0', percent: '0.0%', number: '#,##0.0' };
const xf = (font, fill, format, border = 0) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" applyFont="1" applyFill="1" applyNumberFormat="1" applyBorder="1"><alignment vertical="center"${format === 49 ? ' wrapText="1"' : ''}/></xf>`;
const stylesXml = `<?xml version="1.0" encoding="UTF-8"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="3"><numFmt numFmtId="164" formatCode="${escape(numbers.money)}"/><numFmt numFmtId="165" formatCode="${numbers.percent}"/><numFmt numFmtId="166" formatCode="${numbers.number}"/></numFmts>
<fonts count="5"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="18"/><name val="Calibri"/></font><font><i/><sz val="10"/><color rgb="FF565F66"/><name val="Calibri"/></font><font><sz val="11"/><color rgb="FF1D43C6"/><name val="Calibri"/></font></fonts>
<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFECEEEA"/></patternFill></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFF6CF"/></patternFill></fill></fills>
<borders count="2"><border/><border><top style="thin"><color rgb="FF15191E"/></top></border></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="${styles.length}">${[xf(0, 0, 0), xf(1, 2, 0), xf(2, 0, 0), xf(4, 3, 0), xf(0, 0, 164), xf(0, 0, 165), xf(1, 0, 164, 1), xf(3, 0, 0), xf(4, 3, 164), xf(4, 3, 165), xf(0, 0, 166), xf(4, 3, 166), xf(1, 0, 165, 1)].join('')}</cellXfs>
</styleSheet>`;

async function write(path, sheets) {
  const names = sheets.map(({ name }) => name);
  const parts = {
    '[Content_Types].xml': `<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${names.map((_, n) => `<Override PartName="/xl/worksheets/sheet${n + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8"?>
<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names.map((name, n) => `<sheet name="${escape(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`).join('')}</sheets><calcPr fullCalcOnLoad="1"/></workbook>`,
    'xl/_rels/workbook.xml.rels': `<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, n) => `<Relationship Id="rId${n + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`).join('')}<Relationship Id="rId${names.length + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': stylesXml,
    ...Object.fromEntries(sheets.map((sheet, n) => [`xl/worksheets/sheet${n + 1}.xml`, sheetXml(sheet)])),
  };
  const entries = Object.entries(parts).map(([name, text]) => ({ path: name, bytes: Buffer.from(text) }));
  await writeFile(new URL(`../catalog/${path}`, import.meta.url), await zip(entries, day));
  console.log(path);
}

await write('freelance-pricing-calculator/files/freelance-pricing.xlsx', pricing);
await write('saas-metrics-workbook/files/saas-metrics.xlsx', metrics);
