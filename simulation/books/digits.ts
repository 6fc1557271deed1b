/** Ids are compared without their dashes: towards acquirers they have none. */
export function digits(id: string): string {
  return id.replaceAll('-', '');
}
