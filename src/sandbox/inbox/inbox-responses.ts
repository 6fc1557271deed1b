/** Responses that a developer can choose for the inbox, to watch acknowledgement and retries. */
export const INBOX_RESPONSES = {
  ok: { label: 'OK', status: 200, text: 'OK' },
  error: { label: 'HTTP 500', status: 500, text: 'Something went wrong' },
  redirect: { label: 'Redirect', status: 302, text: '' },
  slow: { label: 'OK, but after 12 s', status: 200, text: 'OK' },
  wrong: { label: 'HTTP 200 with a wrong body', status: 200, text: 'Thank you' },
  gone: { label: 'HTTP 410: stop sending', status: 410, text: 'Gone' },
} as const satisfies Record<string, { label: string; status: number; text: string }>;

export type InboxResponse = keyof typeof INBOX_RESPONSES;

export function isInboxResponse(value: string | null): value is InboxResponse {
  return value !== null && Object.hasOwn(INBOX_RESPONSES, value);
}
