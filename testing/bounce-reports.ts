import { recipientHeader } from '#platform/server/mail/bounces/token.ts';

interface Sent {
  to: string;
  token: string;
  id?: string;
  /** Other headers of what came back. */
  headers?: string;
}

const returnedMail = ({ to, token, headers = '' }: Sent): string =>
  `From: Hub <hub@example.com>
To: ${to}
Subject: Your receipt
${headers}${recipientHeader}: ${token}
MIME-Version: 1.0

Thank you.
`;

const whole = (kind: string, id: string, facts: string, about: string): string =>
  `Return-Path: <>
From: MAILER-DAEMON@mx.example.com
To: hub@example.com
Subject: Undelivered Mail Returned to Sender
Message-ID: <${id}@mx.example.com>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=${kind};
\tboundary="edge/of=parts"

This is a MIME-encapsulated message.

--edge/of=parts
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--edge/of=parts
${facts}
--edge/of=parts
Content-Type: message/rfc822

${about}
--edge/of=parts--
`;

/** A report of delivery (RFC 3464) as Postfix writes it. */
export function deliveryReport({
  status = '5.1.1',
  action = 'failed',
  recipient,
  diagnostic = `smtp; 550 ${status} no`,
  more = '',
  ...sent
}: Sent & {
  status?: string;
  action?: string;
  recipient?: string;
  diagnostic?: string;
  more?: string;
}): string {
  const { to, id = `dsn-${to}` } = sent;
  return whole(
    'delivery-status',
    id,
    `Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com
Arrival-Date: Sat, 28 Nov 2026 12:00:00 +0000

Final-Recipient: rfc822; ${recipient ?? to}
Action: ${action}
Status: ${status}
Diagnostic-Code: ${diagnostic}
${more}`,
    returnedMail(sent),
  );
}

/** Feedback of a mailbox provider (RFC 5965). */
export const feedbackReport = ({ kind = 'abuse', ...sent }: Sent & { kind?: string }): string =>
  whole(
    'feedback-report',
    sent.id ?? `arf-${sent.to}`,
    `Content-Type: message/feedback-report

Feedback-Type: ${kind}
User-Agent: Provider/1.0
Version: 1
`,
    returnedMail(sent),
  );
