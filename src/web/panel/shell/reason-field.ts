import { isReason } from '../../../platform/audit/reason.js';
import { formField, type PanelRequest } from './panel-request.js';

/** Why something is done, which the audit keeps for good; null when nothing usable is given. */
export function reasonFrom({ form }: Pick<PanelRequest, 'form'>): string | null {
  const reason = formField(form, 'reason');
  return isReason(reason) ? reason : null;
}

export const isConfirmed = ({ form }: Pick<PanelRequest, 'form'>): boolean => formField(form, 'confirmed') === 'yes';
