/** A setting that the gateway cannot run with. Starting again does not help. The message is for the operator. */
export class UnusableSettingError extends Error {}
