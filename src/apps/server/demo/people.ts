/** Everyone in the demo has an email address here. No one owns `.example`, so none of them is ever a real person. */
export const demoDomain = 'demo.example';
/** The IP address of all its buyers, for rate limits. */
export const demoNetwork = '10.9.0.1';

export const demoAddress = (name: string): string =>
  `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@${demoDomain}`;

export interface DemoMember {
  name: string;
  plan: 'FREE' | 'PRO' | 'MULTI_CHANNEL';
  documents: readonly { slug: string; name: string; folder: string; starred?: boolean }[];
}

export const demoMembers: readonly DemoMember[] = [
  {
    name: 'Maya Lindqvist',
    plan: 'MULTI_CHANNEL',
    documents: [
      { slug: 'mutual-nda', name: 'NDA with Halden Analytics', folder: 'Clients', starred: true },
      { slug: 'statement-of-work', name: 'Statement of work: booking pages', folder: 'Clients' },
      { slug: 'master-services-agreement', name: 'Master agreement, Halden', folder: 'Clients' },
      { slug: 'proposal', name: 'Proposal for the Quay bakery', folder: 'Sales', starred: true },
      { slug: 'quote', name: 'Quote 2026-18', folder: 'Sales' },
      { slug: 'invoice', name: 'Invoice 2026-041', folder: 'Money' },
      { slug: 'payment-reminder', name: 'Reminder: invoice 2026-038', folder: 'Money' },
      { slug: 'privacy-policy', name: 'Privacy policy of the studio', folder: '' },
      { slug: 'website-terms', name: 'Terms of the studio', folder: '' },
      { slug: 'data-processing-agreement', name: 'Data processing, Halden', folder: 'Clients' },
      { slug: 'amendment', name: 'Amendment 1: second phase', folder: 'Clients' },
      { slug: 'payment-reminder', name: 'Reminder: invoice 2026-035', folder: 'Money' },
    ],
  },
  {
    name: 'Tom Okafor',
    plan: 'PRO',
    documents: [
      { slug: 'retainer', name: 'Retainer with Oak & Ash', folder: 'Clients', starred: true },
      { slug: 'contractor-agreement', name: 'Contractor agreement, design', folder: '' },
      { slug: 'invoice', name: 'Invoice 118', folder: 'Money' },
    ],
  },
  {
    name: 'Iris Chen',
    plan: 'FREE',
    documents: [{ slug: 'one-way-nda', name: 'NDA before the pitch', folder: '' }],
  },
];

export const demoBranding = {
  companyName: 'Studio Lindqvist',
  logo: '',
  primaryColor: '#1f5f4a',
  secondaryColor: '#5b6b63',
  accentColor: '#c9772b',
  fontFamily: 'Georgia, serif',
  website: 'https://lindqvist.example',
  email: demoAddress('Maya Lindqvist'),
  phone: '+353 1 555 0142',
  address: '12 Quay Street, Cork, T12 X4Y7, Ireland',
};

/** Visitors, leads, cart owners and buyers. */
export const demoBuyers: readonly string[] = [
  'Ana Ribeiro',
  'Ben Hartley',
  'Chloe Martin',
  'Dev Patel',
  'Elena Rossi',
  'Farid Haddad',
  'Grace Kim',
  'Hugo Laurent',
  'Ines Weber',
  'Jonas Keller',
  'Kira Novak',
  'Liam Byrne',
  'Mei Tanaka',
  'Noah Fischer',
  'Olu Adeyemi',
  'Petra Svoboda',
  'Quinn Murphy',
  'Rosa Delgado',
  'Sami Virtanen',
  'Tess de Vries',
];

/** Cart totals in Maya's own shop, in cents. */
export const demoWares: readonly { name: string; cents: number }[] = [
  { name: 'Brand sprint', cents: 49000 },
  { name: 'Landing page review', cents: 9900 },
  { name: 'Field guide to pricing', cents: 2900 },
  { name: 'Office hour', cents: 12000 },
];
