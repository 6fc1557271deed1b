/**
 * Marks the record while its callback is not acknowledged. The provider repeats the callback of a marked record, since the gateway may have
 * lost it.
 */
export function repeatUntilAcknowledged(record: { isUnacknowledged: boolean }, sendCallback: () => Promise<unknown>): () => Promise<void> {
  return async () => {
    record.isUnacknowledged = true;
    await sendCallback();
    record.isUnacknowledged = false;
  };
}
