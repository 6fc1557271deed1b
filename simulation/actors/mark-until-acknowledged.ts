/**
 * @returns an action that sends the callback once. It marks the record before, and removes the mark when the gateway has acknowledged the
 * callback. A record stays marked when sending fails or the process dies. At the end of the episode (`drain`) the provider sends another
 * callback about a marked record that moved money, and about a marked mandate or alias, since the gateway may have lost the one before.
 */
export function markUntilAcknowledged(record: { isUnacknowledged: boolean }, sendCallback: () => Promise<unknown>): () => Promise<void> {
  return async () => {
    record.isUnacknowledged = true;
    await sendCallback();
    record.isUnacknowledged = false;
  };
}
