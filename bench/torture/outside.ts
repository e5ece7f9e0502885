import type { Figure } from '../kit.ts';
import { journeysHold, testsHold } from './kit.ts';

/** Who tries from outside: every route as everybody, and what an attacker would send. */
export function torture(): Figure[] {
  return [
    testsHold('routes that do not say who may call them', '0', ['src/apps/server/http/routes.check.test.ts']),
    journeysHold('every route as nobody, as another member, as a member', 'as declared', [
      'e2e/access.spec.ts',
    ]),
    journeysHold('each attack of docs/security.md', 'as it says there', [
      'e2e/attack.spec.ts',
      'e2e/documents-hostile.spec.ts',
    ]),
  ];
}
