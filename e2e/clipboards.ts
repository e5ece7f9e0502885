/** What other programs put into the clipboard, shortened, with everything that gets in the way left in. */
const ignored = (sign: string) =>
  `<![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>`;
const item = (level: number, sign: string, words: string, list = 'l0') =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${36 * level}.0pt;text-indent:-18.0pt;mso-list:${list} level${level} lfo1'>${ignored(sign)}${words}<o:p></o:p></p>`;

export const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><style><!-- @font-face {font-family:Wingdings;} p.MsoNormal {margin:0cm; font-size:11.0pt;} @list l0:level1 {mso-level-number-format:bullet;} --></style></head><body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<h2 style='mso-list:l1 level1 lfo2'>${ignored('1.')}Scope of work</h2>
<p class=MsoNormal>The <b style='mso-bidi-font-weight:normal'>Consultant</b> will do the <i>work</i>.<o:p></o:p></p>
${item(1, '·', 'First bullet')}${item(1, '·', 'Second bullet')}${item(2, 'o', 'Nested bullet')}${item(1, '·', 'Third bullet')}
<p class=MsoNormal>Between</p>${item(1, '1)', 'Numbered one', 'l2')}${item(1, '2)', 'Numbered two', 'l2')}${item(2, 'a)', 'Lettered', 'l2')}
<table class=MsoTableGrid border=1 style='border-collapse:collapse'><tr><td width=200 style='border:solid windowtext 1.0pt'><p class=MsoNormal><b>Item</b></p></td><td><p class=MsoNormal align=right style='text-align:right'>4,500<o:p></o:p></p></td></tr></table>
<p class=MsoNormal><del cite="mailto:x" datetime="2026-11-20T10:00">struck out</del><ins cite="mailto:x">put in</ins><span class=MsoCommentReference><a class=msocomanchor id="_anchor_1" href="#_msocom_1">[AM1]</a></span></p>
<div style='mso-element:comment-list'><hr class=msocomoff align=left size=1 width="33%"><div style='mso-element:comment'><div class=msocomtxt><p class=MsoCommentText>What nobody should read</p></div></div></div><!--EndFragment--></body></html>`;

export const google = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1a2b"><h2 dir="ltr" style="line-height:1.38;"><span style="font-size:16pt;font-weight:400;">Payment</span></h2><p dir="ltr"><span style="font-weight:700;font-style:normal;text-decoration:none;">Bold words</span><span style="font-weight:400;"> and plain, </span><span style="font-weight:400;font-style:italic;">slanted</span> <a href="https://www.google.com/url?q=https://wren.example/a" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">link</span></a></p><ul><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span>One</span></p></li><ul><li dir="ltr" aria-level="2"><p><span>Inner</span></p></li></ul></ul><br /><div dir="ltr" align="left"><table style="border:none;"><colgroup><col width="312" /></colgroup><tbody><tr><td style="border:solid #000 1pt;"><p><span style="font-weight:400">Phase</span></p></td></tr></tbody></table></div></b>`;

export const excel = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet><style><!-- .xl65 {mso-number-format:"\\#\\,\\#\\#0\\.00";text-align:right} --></style></head><body link="#0563C1"><table border=0 cellpadding=0 width=192><!--StartFragment--><col width=64 span=2><tr height=20><td height=20 width=64>Design</td><td class=xl65 align=right>1,250.00</td></tr><tr><td>Total</td><td class=xl65 align=right>2,500.00</td></tr><!--EndFragment--></table></body></html>`;

export const notion = `<meta charset='utf-8'><h3>Deliverables</h3><ul><li>Prototype<ul><li>tested</li></ul></li><li><input type="checkbox" checked> Handover</li></ul><blockquote>A quote</blockquote><pre><code>npm start
npm test</code></pre><details><summary>Toggle</summary><p>Inside</p></details>`;
