export interface StepFacts {
  user: { emailVerified: boolean; isOffline: boolean };
  companyName: string;
  documents: number;
  funnels: number;
}

export interface Step {
  title: string;
  href: string;
  done: boolean;
}

/** Setting up, in a good order, ticked by what is in the account. */
export const firstSteps = ({ user, companyName, documents, funnels }: StepFacts): Step[] => [
  ...(user.isOffline
    ? []
    : [{ title: 'Confirm your email address', href: '/dashboard/account', done: user.emailVerified }]),
  { title: 'Add your branding', href: '/dashboard/branding', done: companyName.trim() !== '' },
  { title: 'Save your first document', href: '/tools/template-generator', done: documents > 0 },
  { title: 'Build your first funnel', href: '/tools/funnel-builder', done: funnels > 0 },
];
