// Twelve months of a subscription business: what comes, what stays, what it costs, how long it lasts.
const t = (v, s) => ({ v, s });
const f = (formula, v, s = 'money') => ({ f: formula, v, s });
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const at = (index) => String.fromCharCode(66 + index);
const across = (name, cells) => [name, ...cells];

const starting = { customers: 40, mrr: 1960, cash: 62000 };
const fresh = [9, 11, 14, 12, 17, 19, 16, 14, 22, 25, 27, 24];
const lost = [2, 3, 2, 4, 3, 4, 5, 4, 4, 6, 5, 6];
const newMrr = [440, 540, 690, 590, 850, 960, 800, 690, 1130, 1290, 1400, 1240];
const expansion = [60, 40, 110, 90, 130, 120, 160, 90, 210, 180, 240, 260];
const contraction = [20, 0, 40, 20, 30, 50, 20, 60, 30, 40, 50, 30];
const lostMrr = [90, 140, 95, 190, 140, 190, 240, 180, 190, 290, 230, 290];
const spend = [900, 1100, 1300, 1100, 1600, 1700, 1500, 1300, 2100, 2300, 2500, 2300];
const serving = [420, 440, 470, 500, 540, 580, 610, 640, 690, 740, 800, 850];
const fixed = [5200, 5200, 5200, 5400, 5400, 5400, 5600, 5600, 5600, 5900, 5900, 5900];

let customers = starting.customers;
let mrr = starting.mrr;
let cash = starting.cash;
const rows = months.map((_, n) => {
  const open = { customers, mrr };
  customers += fresh[n] - lost[n];
  mrr += newMrr[n] + expansion[n] - contraction[n] - lostMrr[n];
  const margin = (mrr - serving[n]) / mrr;
  const churn = lost[n] / open.customers;
  const arpa = mrr / customers;
  const cac = spend[n] / fresh[n];
  const result = mrr - serving[n] - fixed[n] - spend[n];
  cash += result;
  return {
    open,
    customers,
    mrr,
    margin,
    churn,
    arpa,
    cac,
    result,
    cash,
    nrr: (open.mrr + expansion[n] - contraction[n] - lostMrr[n]) / open.mrr,
    ltv: (arpa * margin) / churn,
    payback: cac / (arpa * margin),
    quick: (newMrr[n] + expansion[n]) / (contraction[n] + lostMrr[n]),
  };
});
const head = (name) =>
  across(
    t(name, 'head'),
    months.map((month) => t(month, 'head')),
  );
const typed = (name, values, style = 'inputMoney') =>
  across(
    name,
    values.map((value) => t(value, style)),
  );
const worked = (name, formula, pick, style = 'money') =>
  across(
    name,
    rows.map((row, n) => f(formula(at(n), n === 0 ? null : at(n - 1)), pick(row), style)),
  );

const input = {
  name: 'Input',
  widths: [38, ...months.map(() => 10)],
  freeze: 4,
  rows: [
    [t('What you type in, once a month', 'title')],
    [
      t(
        'Yellow cells only: ten figures, about fifteen minutes. The example year is made up; type over it.',
        'note',
      ),
    ],
    [],
    head('Month'),
    across('Customers at the start of the year', [t(starting.customers, 'input')]),
    across('MRR at the start of the year', [t(starting.mrr, 'inputMoney')]),
    across('Cash at the start of the year', [t(starting.cash, 'inputMoney')]),
    typed('New customers', fresh, 'input'),
    typed('Customers lost', lost, 'input'),
    typed('MRR from new customers', newMrr),
    typed('MRR added by customers you have', expansion),
    typed('MRR reduced by customers you have', contraction),
    typed('MRR lost with customers', lostMrr),
    typed('Spent on finding customers', spend),
    typed('Cost of serving (hosting, fees, support)', serving),
    typed('Everything else (people, tools, rent)', fixed),
  ],
};

const result = {
  name: 'Metrics',
  widths: [38, ...months.map(() => 10)],
  freeze: 3,
  rows: [
    [t('What it says', 'title')],
    [],
    head('Month'),
    worked(
      'Customers',
      (c, p) => `${p ? `${p}4` : 'Input!B5'}+Input!${c}8-Input!${c}9`,
      (r) => r.customers,
      'number',
    ),
    worked(
      'MRR',
      (c, p) => `${p ? `${p}5` : 'Input!B6'}+Input!${c}10+Input!${c}11-Input!${c}12-Input!${c}13`,
      (r) => r.mrr,
      'total',
    ),
    worked(
      'ARR',
      (c) => `${c}5*12`,
      (r) => r.mrr * 12,
    ),
    worked(
      'Revenue per customer',
      (c) => `${c}5/${c}4`,
      (r) => r.arpa,
    ),
    worked(
      'Customer churn',
      (c, p) => `Input!${c}9/${p ? `${p}4` : 'Input!B5'}`,
      (r) => r.churn,
      'percent',
    ),
    worked(
      'Net revenue retention',
      (c, p) =>
        `(${p ? `${p}5` : 'Input!B6'}+Input!${c}11-Input!${c}12-Input!${c}13)/${p ? `${p}5` : 'Input!B6'}`,
      (r) => r.nrr,
      'totalPercent',
    ),
    worked(
      'Gross margin',
      (c) => `(${c}5-Input!${c}15)/${c}5`,
      (r) => r.margin,
      'percent',
    ),
    worked(
      'Cost of a new customer (CAC)',
      (c) => `IF(Input!${c}8=0,0,Input!${c}14/Input!${c}8)`,
      (r) => r.cac,
    ),
    worked(
      'Lifetime value, careful',
      (c) => `IF(${c}8=0,0,${c}7*${c}10/${c}8)`,
      (r) => r.ltv,
    ),
    worked(
      'LTV : CAC',
      (c) => `IF(${c}11=0,0,${c}12/${c}11)`,
      (r) => r.ltv / r.cac,
      'number',
    ),
    worked(
      'Months until CAC is paid back',
      (c) => `IF(${c}7*${c}10=0,0,${c}11/(${c}7*${c}10))`,
      (r) => r.payback,
      'number',
    ),
    worked(
      'Quick ratio',
      (c) => `IF(Input!${c}12+Input!${c}13=0,0,(Input!${c}10+Input!${c}11)/(Input!${c}12+Input!${c}13))`,
      (r) => r.quick,
      'number',
    ),
    worked(
      'Result of the month',
      (c) => `${c}5-Input!${c}15-Input!${c}16-Input!${c}14`,
      (r) => r.result,
    ),
    worked(
      'Cash at the end',
      (c, p) => `${p ? `${p}17` : 'Input!B7'}+${c}16`,
      (r) => r.cash,
      'total',
    ),
    worked(
      'Runway in months',
      (c) => `IF(${c}16>=0,99,-${c}17/${c}16)`,
      (r) => (r.result >= 0 ? 99 : -r.cash / r.result),
      'number',
    ),
  ],
};

const size = 12;
const kept = (age) => [1, 0.86, 0.79, 0.74, 0.71, 0.69, 0.67, 0.655, 0.645, 0.635, 0.63, 0.625][age];
const cohorts = {
  name: 'Cohorts',
  widths: [16, 10, ...Array.from({ length: size }, () => 8)],
  freeze: 4,
  rows: [
    [t('Who stays', 'title')],
    [
      t(
        'One line a month of arrival: how many came, then how many of them are still here after 0, 1, 2 ... months. Share = cell / came.',
        'note',
      ),
    ],
    [],
    [
      t('Came in', 'head'),
      t('Came', 'head'),
      ...Array.from({ length: size }, (_, age) => t(`+${age}`, 'head')),
    ],
    ...months.map((month, n) => [
      month,
      t(fresh[n], 'input'),
      ...Array.from({ length: size - n }, (_, age) => t(Math.round(fresh[n] * kept(age)), 'input')),
    ]),
    [],
    [
      t('Share that is still here', 'head'),
      t('', 'head'),
      ...Array.from({ length: size }, (_, age) => t(`+${age}`, 'head')),
    ],
    [
      'All cohorts',
      '',
      ...Array.from({ length: size }, (_, age) => {
        const last = 4 + size - age;
        const here = fresh.slice(0, size - age).reduce((sum, came) => sum + Math.round(came * kept(age)), 0);
        const came = fresh.slice(0, size - age).reduce((sum, each) => sum + each, 0);
        const c = String.fromCharCode(67 + age);
        return f(`SUM(${c}5:${c}${last})/SUM($B$5:$B$${last})`, here / came, 'totalPercent');
      }),
    ],
  ],
};

const guide = {
  name: 'Read me',
  widths: [34, 40, 60],
  rows: [
    [t('Which number says what', 'title')],
    [t('Number', 'head'), t('Good for a small company', 'head'), t('What to do when it is not', 'head')],
    [
      'Customer churn, a month',
      'under 3 %',
      'Call everybody who left last month. Price is seldom the reason.',
    ],
    [
      'Net revenue retention, a month',
      'over 100 %',
      'Is there anything to grow into? Add seats, volume or a second plan.',
    ],
    ['LTV : CAC', 'over 3', 'Under 1 every sale costs money: stop the dearest channel first.'],
    ['Months until CAC is paid back', 'under 12', 'Ask for a year in advance, for two months off.'],
    ['Quick ratio', 'over 4', 'Under 2 you are filling a bucket with a hole. Mend before you pour.'],
    ['Gross margin', 'over 75 %', 'Hosting is rarely it; support by hand is.'],
    ['Runway', 'over 9 months', 'At 6 you decide, at 3 others decide.'],
    [],
    [t('MRR is what recurs: leave out one-off fees, and divide yearly payments by twelve.', 'note')],
    [
      t(
        "Lifetime value is made careful: this month's churn, margin included, no growth. If it still looks good, it is.",
        'note',
      ),
    ],
    [t('Works in Excel, LibreOffice, Numbers and Google Sheets. No macros.', 'note')],
  ],
};

export const metrics = [guide, input, result, cohorts];
