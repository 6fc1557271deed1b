/** `48500123456` → `+48 500 123 456`, with spaces that do not break the line. */
export function formatPhone(phoneNumber: string): string {
  return formatGroups(phoneNumber, (group) => group);
}

/** `+48 500 ••• 456`: hides the middle digits from people who must not see the whole number. */
export function maskPhone(phoneNumber: string): string {
  return formatGroups(phoneNumber, (group, index) => (index === 1 ? '•••' : group));
}

function formatGroups(phoneNumber: string, formatGroup: (group: string, index: number) => string): string {
  const groups = phoneNumber.replace(/^\+?48(?=\d{9}$)/, '').match(/\d{1,3}/g) ?? [];
  return ['+48', ...groups.map(formatGroup)].join('\u00a0');
}
