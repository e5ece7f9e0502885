import { days } from '#base/clock.ts';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Config } from '#platform/server/config.ts';
import { bad, type Finding, good, note, patience, reasonOf, unknown } from './finding.ts';

const about = 'HTTPS';

/**
 * How people reach the hub, and whether the public address reaches this hub; also compares clocks by its response.
 */
export async function publicAddressFindings(
  { publicUrl, live, host, trustProxy }: Config,
  now: Date,
): Promise<Finding[]> {
  if (!publicUrl || !live) {
    return [
      note(
        about,
        'not public: only this machine can reach the hub',
        'To go public, put it behind a proxy with a certificate and set PUBLIC_URL, for example to https://hub.example.com.',
      ),
    ];
  }
  const findings =
    publicUrl.protocol === 'https:'
      ? await certificateFindings(publicUrl, now)
      : [
          bad(
            about,
            `${publicUrl.origin} is not encrypted`,
            'Put a proxy with a certificate in front, and set PUBLIC_URL to https://...',
          ),
        ];
  findings.push(...(await answerFindings(publicUrl, now)), proxyFinding(publicUrl, trustProxy));
  if (trustProxy > 0 && ['0.0.0.0', '::'].includes(host)) {
    findings.push(
      note(
        'proxy',
        `HOST is ${host}: anyone who bypasses the proxy can spoof their IP address`,
        'Set HOST=127.0.0.1, or only let the proxy through with a firewall or container network.',
      ),
    );
  }
  return findings;
}

async function answerFindings(publicUrl: URL, now: Date): Promise<Finding[]> {
  try {
    const response = await fetch(new URL('/api/health', publicUrl), {
      signal: AbortSignal.timeout(patience),
      redirect: 'manual',
    });
    const body = (await response.json().catch(() => null)) as { ok?: unknown } | null;
    if (typeof body?.ok !== 'boolean')
      return [
        bad(
          'address',
          `${publicUrl.origin} responds with ${response.status}, but isn’t this hub`,
          'Check that the proxy forwards all paths to the hub and that the domain points to this machine.',
        ),
      ];
    const clock = clockFinding(response.headers.get('date'), publicUrl.host, now);
    return [good('address', `${publicUrl.origin} reaches the hub`), ...(clock ? [clock] : [])];
  } catch (error) {
    return [
      unknown(
        'address',
        `can’t reach ${publicUrl.origin} from here (${reasonOf(error)})`,
        'Some networks don’t let a machine reach its own public address, so check from another one. If no one can reach it, start the hub and the proxy.',
      ),
    ];
  }
}

/** Null if the response had no date. */
export function clockFinding(date: string | null, who: string, now: Date): Finding | null {
  const theirs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(theirs)) return null;
  const seconds = Math.round(Math.abs(theirs - now.getTime()) / 1000);
  if (seconds <= 5) return good('clock', `in sync with ${who}`);
  return bad(
    'clock',
    `${seconds} s off from ${who}`,
    'Sync it: timedatectl set-ntp true. Sessions, links and signatures depend on it.',
  );
}

const warnDays = 14;

function certificateFindings(publicUrl: URL, now: Date): Promise<Finding[]> {
  return new Promise((resolve) => {
    const host = publicUrl.hostname.replace(/^\[|\]$/g, '');
    // A server presents its certificate whatever is wrong with it; here it is only inspected.
    const socket = connect({
      host,
      port: Number(publicUrl.port) || 443,
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: false,
    });
    const finish = (finding: Finding) => {
      socket.destroy();
      resolve([finding]);
    };
    // A dead connection may not even time out by itself.
    const timer = setTimeout(
      () =>
        finish(
          unknown(
            about,
            `couldn’t check the certificate from here (no response within ${patience / 1000} s)`,
          ),
        ),
      patience,
    );
    socket.once('close', () => clearTimeout(timer));
    socket.once('error', (error) =>
      finish(unknown(about, `couldn’t check the certificate from here (${reasonOf(error)})`)),
    );
    socket.once('secureConnect', () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      const left = Math.floor((until.getTime() - now.getTime()) / days(1));
      const day = Number.isNaN(left) ? 'an unknown day' : until.toISOString().slice(0, 10);
      if (left < 0)
        finish(
          bad(
            about,
            `the certificate expired on ${day}`,
            'Renew it. Caddy and certbot do so automatically if they can be reached on port 80 or 443.',
          ),
        );
      else if (!socket.authorized)
        finish(
          bad(
            about,
            `browsers don’t trust the certificate (${String(socket.authorizationError)})`,
            "Get one for this exact domain from a public authority such as Let's Encrypt, and include its intermediate certificates.",
          ),
        );
      else if (left < warnDays)
        finish(
          note(
            about,
            `the certificate expires in ${left} days, on ${day}`,
            'It should have been renewed by now. Check what renews it.',
          ),
        );
      else finish(good(about, `the certificate is valid for ${left} more days`));
    });
  });
}

function proxyFinding(publicUrl: URL, trustProxy: number): Finding {
  const check = `To check: curl -sI -H 'X-Forwarded-For: 203.0.113.9' ${publicUrl.origin}/api/health; then sign in and look at your session: it must show your own IP address, not 203.0.113.9 or the proxy's.`;
  if (trustProxy > 0)
    return note(
      'proxy',
      `TRUST_PROXY is ${trustProxy}: the number of your own proxies in front of the hub`,
      check,
    );
  return note(
    'proxy',
    'TRUST_PROXY is 0: no proxy is trusted, so everyone behind one shares its IP address',
    `With one proxy in front, set TRUST_PROXY=1; otherwise all visitors share one rate limit. ${check}`,
  );
}
