/** The mail service's shapes: EmailJS has them, and so does this hub. */
export const emailPaths = {
  send: '/api/v1.0/email/send',
  sendForm: '/api/v1.0/email/send-form',
} as const;

/** The ids under which the hub's own service takes the newsletter's form. */
export const ownEmailService = { serviceId: 'hub', templateId: 'newsletter', publicKey: 'hub' } as const;

export interface EmailIds {
  service_id?: string | undefined;
  template_id?: string | undefined;
  user_id?: string | undefined;
}

/** What is missing, in the order in which the service asks; null when nothing is. */
export function missingId(ids: EmailIds): string | null {
  if (!ids.user_id) return 'The user ID is required.';
  if (!ids.service_id) return 'The service ID is required.';
  if (!ids.template_id) return 'The template ID is required.';
  return null;
}

/** Status 200 or the text OK; anything else is a failure. */
export const isTaken = (status: number, text: string): boolean => status === 200 || text === 'OK';
