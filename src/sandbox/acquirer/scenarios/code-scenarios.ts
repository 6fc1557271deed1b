import type { RegistrationStep, ResponseMode, PaymentState, Step } from './scenario.js';

/** How long a payer has to confirm in the bank's app. */
export const CONFIRM_SECONDS = 60;

export interface CodeScenario {
  /** Six digits, of which the last three may be `xxx`. Null stands for all other codes. */
  code: string | null;
  outcome: string;
  responseMode?: ResponseMode;
  steps: readonly Step<PaymentState | 'CODE_FAILED'>[];
  /** Steps of an alias or a mandate that comes with the code, when they differ from the payment's. */
  mandate?: readonly RegistrationStep[];
}

const PAID: Step<PaymentState> = { state: 'PAID', afterSeconds: 0 };
const ACTIVE: RegistrationStep = { state: 'ACTIVE', afterSeconds: 0 };
const codeFailed = (cause: string, afterSeconds = 0): Step<'CODE_FAILED'> => ({ state: 'CODE_FAILED', afterSeconds, cause });
const refusal = (code: string, cause: string): CodeScenario => ({ code, outcome: `refused: ${cause}`, steps: [codeFailed(cause)] });

/** Scenarios of BLIK codes. The first row that matches a code applies. The sandbox, its pages and the documentation use this table. */
export const CODE_SCENARIOS: readonly CodeScenario[] = [
  { code: '777xxx', outcome: 'accepted immediately, unless the amount chooses another result, see below', steps: [PAID] },
  refusal('000001', 'INVALID_BLIK_CODE'),
  refusal('000002', 'BLIK_CODE_EXPIRED'),
  refusal('000003', 'BLIK_CODE_USED'),
  refusal('000004', 'INSUFFICIENT_FUNDS'),
  refusal('000005', 'USER_DECLINED'),
  {
    code: '000006',
    outcome: `never confirmed: USER_TIMEOUT after ${CONFIRM_SECONDS} seconds`,
    steps: [codeFailed('USER_TIMEOUT', CONFIRM_SECONDS)],
  },
  { ...refusal('000007', 'BLIK_CODE_NOT_SUPPORTED'), outcome: 'refused: BLIK_CODE_NOT_SUPPORTED (a bank without recurring payments)' },
  refusal('000008', 'BLIK_CODE_CANCELLED'),
  refusal('000009', 'PAYER_APP_NOT_ACTIVE'),
  refusal('000010', 'PAYER_APP_NOT_FOUND'),
  refusal('000011', 'BLIK_TECHNICAL_BREAK'),
  refusal('000012', 'BLIK_GENERAL_ERROR'),
  {
    code: '000013',
    outcome: 'no response; a poll after 10 seconds says that it is paid',
    responseMode: 'never',
    steps: [{ ...PAID, afterSeconds: 10, callbackCount: 0 }],
  },
  { code: '000014', outcome: 'slow: paid 30 seconds later', steps: [{ ...PAID, afterSeconds: 30 }] },
  { code: '000015', outcome: 'paid, and reported three times', steps: [{ ...PAID, callbackCount: 3 }] },
  {
    code: '000016',
    outcome: 'conflict: reported as paid, then as failed',
    steps: [PAID, { state: 'FAILED', afterSeconds: 4, cause: 'GENERAL_ERROR' }],
  },
  {
    code: '000017',
    outcome: `late: USER_TIMEOUT after ${CONFIRM_SECONDS} seconds, and paid 10 seconds later`,
    steps: [codeFailed('USER_TIMEOUT', CONFIRM_SECONDS), { ...PAID, afterSeconds: CONFIRM_SECONDS + 10 }],
  },
  { code: '000018', outcome: 'paid, and reported before the response to the code', responseMode: 'after the callback', steps: [PAID] },
  {
    code: '000019',
    outcome: 'paid, but the alias or the mandate is refused: ALIAS_DECLINED',
    steps: [PAID],
    mandate: [{ state: 'FAILED', afterSeconds: 0, cause: 'ALIAS_DECLINED' }],
  },
  {
    code: '000020',
    outcome: 'paid; the payer ends the alias or the mandate a minute later',
    steps: [PAID],
    mandate: [ACTIVE, { state: 'REVOKED', afterSeconds: 60, by: 'PAYER' }],
  },
  {
    code: '000021',
    outcome: 'paid; the bank ends the alias or the mandate a minute later',
    steps: [PAID],
    mandate: [ACTIVE, { state: 'REVOKED', afterSeconds: 60, by: 'SCHEME' }],
  },
  {
    code: '000022',
    outcome: 'paid; the alias or the mandate expires an hour later, earlier than agreed',
    steps: [PAID],
    mandate: [ACTIVE, { state: 'EXPIRED', afterSeconds: 3_600 }],
  },
  {
    code: null,
    outcome: `waits for a click in the simulated bank app; without a click USER_TIMEOUT after ${CONFIRM_SECONDS} seconds`,
    steps: [codeFailed('USER_TIMEOUT', CONFIRM_SECONDS)],
  },
];

/** The decline reason that an amount in minor units chooses with the code `777xxx`. */
export const CAUSE_OF_AMOUNT: ReadonlyMap<number, string> = new Map([
  [96_00, 'LIMIT_EXCEEDED'],
  [120_00, 'INSUFFICIENT_FUNDS'],
  [144_00, 'USER_DECLINED'],
  [168_00, 'ISSUER_DECLINED'],
  [192_00, 'TAS_DECLINED'],
  [216_00, 'SEC_DECLINED'],
  [264_00, 'SYSTEM_ERROR'],
  [288_00, 'ALIAS_DECLINED'],
  [312_00, 'TIMEOUT'],
  [336_00, 'USER_TIMEOUT'],
  [360_00, 'GENERAL_ERROR'],
]);

/** By default an alias or a mandate becomes active with its payment and fails with its code. */
export function registrationStepsOf({ steps, mandate }: Pick<CodeScenario, 'steps' | 'mandate'>): readonly RegistrationStep[] {
  return mandate ?? steps.map(({ state, ...step }) => ({ ...step, state: state === 'PAID' ? 'ACTIVE' : 'FAILED' }));
}

export function codeScenarioOf(code: string, amountMinor: number): CodeScenario {
  const scenario = CODE_SCENARIOS.find((row) => row.code === null || isCode(row.code, code));
  if (!scenario) throw new Error('CODE_SCENARIOS needs a row with the code null for all other codes');
  const cause = scenario.code === '777xxx' ? CAUSE_OF_AMOUNT.get(amountMinor) : undefined;
  return cause === undefined ? scenario : refusal(code, cause);
}

function isCode(pattern: string, code: string): boolean {
  return pattern.endsWith('xxx') ? code.startsWith(pattern.slice(0, 3)) : code === pattern;
}
