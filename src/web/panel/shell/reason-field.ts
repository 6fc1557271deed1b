import { isReason } from '../../../platform/audit/reason.js';
import { formField, type PanelRequest } from './panel-request.js';

/** The reason in the form, which the audit stores permanently; null when the reason is missing or not allowed. */
export function readReason({ form }: Pick<PanelRequest, 'form'>): string | null {
  const reason = formField(form, 'reason');
  return isReason(reason) ? reason : null;
}

export const isConfirmed = ({ form }: Pick<PanelRequest, 'form'>): boolean => formField(form, 'confirmed') === 'yes';
