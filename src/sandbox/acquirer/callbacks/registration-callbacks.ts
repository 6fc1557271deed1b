import { Injectable } from '@nestjs/common';
import { CallbackDispatcher, type CallbackMessage } from '../../callbacks/callback-dispatcher.js';
import type { CallbackTable } from '../../callbacks/callback-table.js';
import type { Registration } from '../registrations/registration.js';
import { registrationResponse } from './responses.js';

interface StepRow {
  eventId: string;
  registration: Registration;
}

/**
 * Callbacks about mandates and aliases. Each step has its own callback, even when later steps have followed.
 * `deliverDue` can be limited to the callbacks of one registration, whose key is the registration's id.
 */
@Injectable()
export class RegistrationCallbacks extends CallbackDispatcher<StepRow> {
  readonly table: CallbackTable = {
    name: 'sandbox.acquirer_mandate_step',
    earlier: 'e.mandate_id = r.mandate_id AND (e.due_at, e.id) < (r.due_at, r.id)',
    ofOne: 'r.mandate_id = $4::uuid',
    // An expiry may be years ahead, so `flush` does not deliver its callback early.
    notFlushed: `state = 'EXPIRED'`,
  };

  protected async rowsOf(ids: readonly string[]): Promise<(StepRow & { id: string })[]> {
    const rows = await this.dataSource.query<(Registration & { step: string; eventId: string })[]>(
      `SELECT s.id AS step, s.event_id AS "eventId", a.id, a.reference, a.kind, a.bank, a.value, a.label, a.description, a.terms, a.asked, a.until,
              a.expires_at AS "expiresAt", s.state, s.cause, s.closed_by AS "closedBy"
       FROM sandbox.acquirer_mandate_step s JOIN sandbox.acquirer_mandate a ON a.id = s.mandate_id WHERE s.id = ANY ($1)`,
      [ids],
    );
    return rows.map(({ step, eventId, ...registration }) => ({ id: step, eventId, registration }));
  }

  protected messageOf({ eventId, registration }: StepRow): CallbackMessage {
    const body = { eventId, event: registration.kind, ...registrationResponse(registration) };
    return { path: '/connectors/channels/sandbox/reports', subject: 'report acquirer', body };
  }
}
