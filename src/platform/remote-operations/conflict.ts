import { NO_POLLS, type RemoteOperationRow } from './remote-operation.js';

interface StoredConflict extends Pick<RemoteOperationRow, 'updatedAt'> {
  conflictAt: Date | null;
}

/**
 * Whether the update is from a poll that began after the row's last change and conflict. An older poll may show an earlier state, so it
 * clears no conflict, leaves none to staff, and reverses nothing.
 * @param polledAt when the poll began; undefined: the update is not from a poll.
 */
export function isLatestPoll({ updatedAt, conflictAt }: StoredConflict, polledAt: Date | undefined): boolean {
  return polledAt !== undefined && polledAt > updatedAt && (conflictAt === null || polledAt > conflictAt);
}

/**
 * Polling after a conflict, which is a status update that contradicts what is booked. The conflict is stored, and the provider is polled
 * immediately. If the latest poll shows the conflict, polling ends and staff have to decide. See docs/decisions/0029.
 */
export function pollingAfterConflict(at: Date, isLatest: boolean): Pick<RemoteOperationRow, 'nextPollAt' | 'pollCount'> {
  return isLatest ? NO_POLLS : { nextPollAt: at, pollCount: 0 };
}
