import { createHash } from 'node:crypto';

/** The request to a partner's program about a message. */
export interface PartnerRequest {
  sms_id: string;
  sms_text: string;
  sms_from: string;
  send_number: string;
  send_time: string;
}

/** The form that is posted to the partner: the values and `sign`. `sign` is the SHA-256, in hex, of the concatenated values and the key. */
export function signedForm(request: PartnerRequest, key: string): string {
  const { sms_id, sms_text, sms_from, send_number, send_time } = request;
  const sign = createHash('sha256')
    .update(sms_id + sms_text + sms_from + send_number + send_time + key)
    .digest('hex');
  return new URLSearchParams({ sms_id, sms_text, sms_from, send_number, send_time, sign }).toString();
}
