import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Clock } from '#base/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database/database.ts';
import { databaseFindings } from './database.ts';
import { createTxtLookup, type TxtLookup } from './dns.ts';
import type { Finding } from './finding.ts';
import { machineFindings } from './machine.ts';
import { mailFindings } from './mail.ts';
import { publicAddressFindings } from './public-address.ts';
import { samplesFinding } from './samples.ts';
import { sealFindings } from './seal.ts';
import { aiFinding, paymentFinding } from './services.ts';
import { releaseFinding, scannerFinding, secretAgeFinding } from './upkeep.ts';

export interface Looking {
  config: Config;
  clock: Clock;
  lookup?: TxtLookup | undefined;
  /** That of a running hub; otherwise it is opened for this, and closed again. */
  db?: Database;
}

const root = new URL('../../../../', import.meta.url);

/** Everything that the hub depends on: what the command prints, and the desk shows. */
export async function findingsOf({
  config: given,
  clock,
  lookup = createTxtLookup(),
  db,
}: Looking): Promise<Finding[]> {
  // The stand-in that takes test payments is no payment service.
  const config = given.paypal?.emulator === undefined ? given : { ...given, paypal: undefined };
  const findings = await Promise.all([
    publicAddressFindings(config, clock.now()),
    databaseFindings(config, clock, db),
    mailFindings(config, lookup),
    paymentFinding(config),
    aiFinding(config),
    machineFindings(config, await wantedNode()),
    secretAgeFinding(config, clock.now()),
    scannerFinding(config),
    samplesFinding(config),
    sealFindings(config, clock.now()),
    releaseFinding(fileURLToPath(root), clock.now()),
  ]);
  return findings.flat();
}

/** The Node version that the hub is tested with. */
async function wantedNode(): Promise<string> {
  const text = await readFile(new URL('package.json', root), 'utf8');
  return (JSON.parse(text) as { pinnedNode: { version: string } }).pinnedNode.version;
}
