export interface TestPerson {
  sub: string;
  name: string;
  email: string;
  emailVerified: boolean;
}

/** Whom one can be at the stand-in. The third is what a careful hub must not trust. */
export const testPeople: TestPerson[] = [
  { sub: 'test-ada', name: 'Ada Test', email: 'ada@example.com', emailVerified: true },
  { sub: 'test-grace', name: 'Grace Test', email: 'grace@example.com', emailVerified: true },
  { sub: 'test-mallory', name: 'Mallory Test', email: 'mallory@example.com', emailVerified: false },
];
