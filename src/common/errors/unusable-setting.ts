/** The gateway cannot run with a setting, and a restart does not help. The message is for staff. */
export class UnusableSettingError extends Error {}
