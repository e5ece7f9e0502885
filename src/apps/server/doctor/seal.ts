import { randomBytes, X509Certificate } from 'node:crypto';
import { days } from '#base/clock.ts';
import { type Config, ConfigError } from '#platform/server/config.ts';
import { operatorSigner } from '#platform/server/seal/own-signer.ts';
import { timeStamp } from '#platform/server/seal/time-stamp.ts';
import { bad, type Finding, good, note, patience, reasonOf } from './finding.ts';

type Settings = Pick<Config, 'sealCert' | 'sealCertPassword' | 'tsaUrl'>;

/** What signed agreements are sealed with. Nothing is loaded for it where nothing is set. */
export async function sealFindings(config: Settings, now: Date): Promise<Finding[]> {
  return [await certificateFinding(config, now), ...(await authorityFindings(config))];
}

async function certificateFinding({ sealCert, sealCertPassword }: Settings, now: Date): Promise<Finding> {
  const about = 'seal';
  if (sealCert === undefined) return good(about, 'the hub’s own certificate, made when it first seals');
  try {
    const { certificate } = await operatorSigner({ sealCert, sealCertPassword }, now);
    const { validTo } = new X509Certificate(certificate);
    return new Date(validTo).getTime() - now.getTime() < days(30)
      ? note(
          about,
          `the certificate of SEAL_CERT ends on ${validTo}`,
          'Renew it: the hub won’t start with one that has ended.',
        )
      : good(about, `the certificate of SEAL_CERT, until ${validTo}`);
  } catch (error) {
    if (error instanceof ConfigError) return bad(about, error.message, 'Until then, the hub won’t start.');
    throw error;
  }
}

async function authorityFindings({ tsaUrl }: Settings): Promise<Finding[]> {
  if (!tsaUrl) return [];
  const about = 'time stamps';
  try {
    await timeStamp(tsaUrl, new Uint8Array(randomBytes(32)), patience);
    return [good(about, `from ${tsaUrl.host}`)];
  } catch (error) {
    const why =
      error instanceof Error && !error.cause && error.name === 'Error' ? error.message : reasonOf(error);
    return [
      bad(
        about,
        `none from ${tsaUrl.host} (${why})`,
        'Check TSA_URL. Agreements are sealed without a stamp meanwhile.',
      ),
    ];
  }
}
