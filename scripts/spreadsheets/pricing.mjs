// From what a year must bring to what an hour, a day and a project must cost.
const t = (v, s) => ({ v, s });
const f = (formula, v, s = 'money') => ({ f: formula, v, s });
const yellow = 'Yellow cells are yours to change. Everything else is worked out.';

const living = [
  ['Rent and utilities', 18000],
  ['Food and household', 9600],
  ['Health and other insurance', 6600],
  ['Pension and savings', 9000],
  ['Travel, holidays, presents', 5200],
  ['Everything you forgot (10 %)', 4840],
];
const business = [
  ['Hardware, written off over three years', 1500],
  ['Software and hosting', 2400],
  ['Office or co-working', 3600],
  ['Accountant, bank, legal', 2200],
  ['Business insurance', 900],
  ['Learning and conferences', 1800],
  ['Marketing and own projects', 1200],
];
const sum = (rows) => rows.reduce((all, [, value]) => all + value, 0);
const need = sum(living);
const costs = sum(business);
const tax = 0.32;
const turnover = need / (1 - tax) + costs;

const year = {
  name: 'Year',
  widths: [44, 16, 46],
  rows: [
    [t('What your year must bring', 'title')],
    [t(yellow, 'note')],
    [],
    [t('You and your home, a year', 'head'), t('USD', 'head'), t('Notes', 'head')],
    ...living.map(([name, value]) => [name, t(value, 'inputMoney')]),
    [t('What you must have left'), f('SUM(B5:B10)', need, 'total')],
    [],
    [t('Your business, a year', 'head'), t('USD', 'head'), t('', 'head')],
    ...business.map(([name, value]) => [name, t(value, 'inputMoney')]),
    ['Business costs', f('SUM(B14:B20)', costs, 'total')],
    [],
    [
      'Tax and social contributions, share of profit',
      t(tax, 'inputPercent'),
      t('Ask your accountant for the average rate, not the top one', 'note'),
    ],
    [
      'You must invoice, a year',
      f('B11/(1-B23)+B21', turnover, 'total'),
      t('What is left = (invoices - costs) x (1 - tax)', 'note'),
    ],
    ['A month', f('B24/12', turnover / 12)],
  ],
};

const days = { weeks: 52, holiday: 5, sick: 2, publicDays: 10, admin: 0.2, sales: 0.15, gaps: 0.1 };
const working = (days.weeks - days.holiday - days.sick) * 5 - days.publicDays;
const billable = working * (1 - days.admin - days.sales - days.gaps);
const dayRate = turnover / billable;
const margin = 0.2;
const asked = Math.ceil((dayRate * (1 + margin)) / 10) * 10;
const rate = {
  name: 'Rate',
  widths: [44, 16, 56],
  rows: [
    [t('What a day must cost', 'title')],
    [t('Most rates are too low because of the middle block: days nobody pays for.', 'note')],
    [],
    [t('Days', 'head'), t('', 'head'), t('Notes', 'head')],
    ['Weeks in the year', t(days.weeks, 'input')],
    ['Weeks of holiday', t(days.holiday, 'input')],
    ['Weeks of illness and bad days', t(days.sick, 'input'), t('Two is average; plan for average', 'note')],
    ['Public holidays on working days', t(days.publicDays, 'input')],
    ['Working days', f('(B5-B6-B7)*5-B8', working, 'number')],
    [
      'Share for administration',
      t(days.admin, 'inputPercent'),
      t('Mail, books, tools, meetings about meetings', 'note'),
    ],
    [
      'Share for finding work',
      t(days.sales, 'inputPercent'),
      t('Proposals, calls, writing; never zero', 'note'),
    ],
    ['Share lost between projects', t(days.gaps, 'inputPercent')],
    ['Days you can invoice', f('B9*(1-B10-B11-B12)', billable, 'number')],
    [],
    [
      'The least a day may cost',
      f('Year!B24/B13', dayRate, 'total'),
      t('Below this you pay your customers', 'note'),
    ],
    [
      'Margin for mistakes and growth',
      t(margin, 'inputPercent'),
      t('20 % is careful, 40 % is healthy', 'note'),
    ],
    [
      'Your day rate',
      f('CEILING(B15*(1+B16),10)', asked, 'total'),
      t('This is what you say on the phone', 'note'),
    ],
    [
      'An hour, if somebody insists',
      f('CEILING(B17/7,5)', Math.ceil(asked / 7 / 5) * 5),
      t('Seven real hours make a day', 'note'),
    ],
    ['Break-even: invoiced days a month', f('Year!B24/B17/12', turnover / asked / 12, 'number')],
  ],
};

const tasks = [
  ['Understand and plan', 2, 3, 5],
  ['Design', 3, 5, 9],
  ['Build the main flow', 6, 9, 16],
  ['Connect what exists', 2, 4, 10],
  ['Test and repair', 2, 4, 7],
  ['Hand-over and training', 1, 1.5, 3],
];
const expected = tasks.map(([, low, usual, high]) => (low + 4 * usual + high) / 6);
const total = expected.reduce((a, b) => a + b, 0);
const spread = Math.sqrt(tasks.reduce((all, [, low, , high]) => all + ((high - low) / 6) ** 2, 0));
const calls = 0.12;
const quoted = (total + spread) * (1 + calls);
const project = {
  name: 'Project',
  widths: [44, 12, 12, 12, 14, 14],
  rows: [
    [t('What this project must cost', 'title')],
    [t('Three guesses a task, in days. The expected value weighs the usual one four times.', 'note')],
    [],
    [
      t('Task', 'head'),
      t('Best', 'head'),
      t('Usual', 'head'),
      t('Worst', 'head'),
      t('Expected', 'head'),
      t('Spread', 'head'),
    ],
    ...tasks.map(([name, low, usual, high], n) => [
      name,
      t(low, 'inputNumber'),
      t(usual, 'inputNumber'),
      t(high, 'inputNumber'),
      f(`(B${n + 5}+4*C${n + 5}+D${n + 5})/6`, expected[n], 'number'),
      f(`(D${n + 5}-B${n + 5})/6`, (high - low) / 6, 'number'),
    ]),
    ['Together', '', '', '', f('SUM(E5:E10)', total, 'number'), f('SQRT(SUMSQ(F5:F10))', spread, 'number')],
    ['Talking, waiting, mails', '', '', '', t(calls, 'inputPercent')],
    [
      'Days to quote (good odds: expected + one spread)',
      '',
      '',
      '',
      f('(E11+F11)*(1+E12)', quoted, 'number'),
    ],
    ['Your day rate', '', '', '', f('Rate!B17', asked)],
    ['The least this may cost', '', '', '', f('E13*E14', quoted * asked, 'total')],
    [],
    [t('Now from the other side', 'head'), t('', 'head'), t('', 'head'), t('', 'head'), t('', 'head')],
    ['What it is worth to the customer, a year', '', '', '', t(90000, 'inputMoney')],
    ['Share you ask for', '', '', '', t(0.15, 'inputPercent')],
    ['What it may cost', '', '', '', f('E18*E19', 13500)],
    [
      'Decision',
      '',
      '',
      '',
      {
        f: 'IF(E20>=E15,"Quote the higher: "&TEXT(E20,"$#,##0"),"Too small for you: change the scope or decline")',
        v:
          90000 * 0.15 >= quoted * asked
            ? 'Quote the higher: $13,500'
            : 'Too small for you: change the scope or decline',
      },
    ],
    [],
    [t('Three offers', 'head'), t('', 'head'), t('', 'head'), t('', 'head'), t('Price', 'head')],
    [
      'A: the essential, really smaller',
      '',
      '',
      '',
      f('CEILING(MAX(E15,E20)*0.6,100)', Math.ceil((Math.max(quoted * asked, 13500) * 0.6) / 100) * 100),
    ],
    [
      'B: what you recommend',
      '',
      '',
      '',
      f('CEILING(MAX(E15,E20),100)', Math.ceil(Math.max(quoted * asked, 13500) / 100) * 100, 'total'),
    ],
    [
      'C: and off their desk for six months',
      '',
      '',
      '',
      f('CEILING(MAX(E15,E20)*1.8,100)', Math.ceil((Math.max(quoted * asked, 13500) * 1.8) / 100) * 100),
    ],
  ],
};

const guide = {
  name: 'How to',
  widths: [110],
  rows: [
    [t('Half an hour, once a year', 'title')],
    ['1. Year: type what you really spend. Open the bank statement; memory is 20 % too kind.'],
    ['2. Rate: leave the shares as they are if you do not know them. After three months you will.'],
    ['3. Project: guess in days, with the person who will do the work. Worst means worst, not annoying.'],
    ['4. Say the price from Project, then be silent. If nobody ever says it is too much, raise the margin.'],
    [],
    [
      t(
        'Works in Excel, LibreOffice, Numbers and Google Sheets. No macros. Change $ by changing the number format.',
        'note',
      ),
    ],
  ],
};

export const pricing = [guide, year, rate, project];
