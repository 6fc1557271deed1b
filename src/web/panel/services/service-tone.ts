const TONE_OF: Readonly<Record<string, string>> = { service_active: 'good', service_blocked: 'bad', service_rejected: 'bad' };

/** The CSS class of the badge of a service's status. */
export const serviceTone = (status: string): string => TONE_OF[status] ?? 'wait';
