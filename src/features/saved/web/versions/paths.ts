export const versionsPath = (id: string): string => `/dashboard/templates/${encodeURIComponent(id)}/versions`;
