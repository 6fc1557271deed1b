/**
 * Thrown when the gateway cannot run with a setting. A restart does not help, so staff must change the setting. The message is for staff.
 */
export class UnusableSettingError extends Error {}
