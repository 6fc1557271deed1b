/** `ACCEPTED`: accepted and not booked yet. `BOOKED`: on the phone bill. `REFUSED`: not charged. */
export type OperatorResult = 'ACCEPTED' | 'BOOKED' | 'REFUSED';
/** Why an operator refuses a code or a charge. `BARRED`: the operator has blocked the number. `NOT_SERVED`: it has no such number. */
export type Cause = 'NO_FUNDS' | 'BARRED' | 'LIMIT' | 'NOT_SERVED' | 'CODE_EXPIRED' | 'OTHER';

/** A later change of a charge. */
export interface ScheduledStep {
  /** Seconds of business time since the charge. */
  afterSeconds: number;
  result: OperatorResult;
  cause?: Cause;
  /** How often the same callback is sent. 0: never, so that only polls see the change. Default 1. */
  callbackRepeats?: number;
  /** Whether the callback is delivered before the response to the charge. */
  isBeforeResponse?: boolean;
}

export interface TestValue {
  /** Last three digits of the phone number; null stands for all other numbers. */
  ending: string | null;
  outcome: string;
  /** The response to a request for a code when no code is sent. `DOWN` is an HTTP 503. */
  codeRequest?: { refused: Cause } | 'DOWN';
  /** The response to the charge. `NONE`: there is no response. */
  charge: { answer: OperatorResult | 'NONE'; cause?: Cause };
  laterSteps: ScheduledStep[];
}

const ACCEPTED: TestValue['charge'] = { answer: 'ACCEPTED' };
const BOOKED_SOON: ScheduledStep = { afterSeconds: 2, result: 'BOOKED' };

/** Behaviour of the simulated operators by phone number. The sandbox, its page and the documentation use this table. */
export const TEST_VALUES: readonly TestValue[] = [
  { ending: '001', outcome: 'refused: no funds', charge: { answer: 'REFUSED', cause: 'NO_FUNDS' }, laterSteps: [] },
  { ending: '002', outcome: 'refused: blocked by the operator', charge: { answer: 'REFUSED', cause: 'BARRED' }, laterSteps: [] },
  {
    ending: '003',
    outcome: 'no response in time; a poll after 10 minutes says that it was refused',
    charge: { answer: 'NONE' },
    laterSteps: [{ afterSeconds: 600, result: 'REFUSED', cause: 'OTHER', callbackRepeats: 0 }],
  },
  {
    ending: '004',
    outcome: 'accepted, and the booking is reported three times',
    charge: ACCEPTED,
    laterSteps: [{ ...BOOKED_SOON, callbackRepeats: 3 }],
  },
  {
    ending: '005',
    outcome: 'conflict: reported as booked, then as refused',
    charge: ACCEPTED,
    laterSteps: [BOOKED_SOON, { afterSeconds: 4, result: 'REFUSED', cause: 'OTHER' }],
  },
  {
    ending: '006',
    outcome: 'late: reported as refused, then as booked (the charge is reversed)',
    charge: ACCEPTED,
    laterSteps: [
      { afterSeconds: 2, result: 'REFUSED', cause: 'OTHER' },
      { afterSeconds: 6, result: 'BOOKED' },
    ],
  },
  {
    ending: '007',
    outcome: 'the booking is reported before the response to the charge',
    charge: ACCEPTED,
    laterSteps: [{ afterSeconds: 0, result: 'BOOKED', isBeforeResponse: true }],
  },
  {
    ending: '008',
    outcome: 'accepted, but refused when it is to be booked',
    charge: ACCEPTED,
    laterSteps: [{ afterSeconds: 2, result: 'REFUSED', cause: 'NO_FUNDS' }],
  },
  {
    ending: '009',
    outcome: 'no code is sent: the number is not served',
    codeRequest: { refused: 'NOT_SERVED' },
    charge: ACCEPTED,
    laterSteps: [BOOKED_SOON],
  },
  { ending: '010', outcome: 'no code is sent: the operator is down', codeRequest: 'DOWN', charge: ACCEPTED, laterSteps: [BOOKED_SOON] },
  {
    ending: '011',
    outcome: 'no response in time, but the operator reports the charge as accepted and then as booked',
    charge: { answer: 'NONE' },
    laterSteps: [
      { afterSeconds: 10, result: 'ACCEPTED' },
      { afterSeconds: 12, result: 'BOOKED' },
    ],
  },
  { ending: '012', outcome: 'booked immediately, without a callback', charge: { answer: 'BOOKED' }, laterSteps: [] },
  { ending: '013', outcome: 'refused: limit exceeded', charge: { answer: 'REFUSED', cause: 'LIMIT' }, laterSteps: [] },
  { ending: '014', outcome: 'refused: the code has expired', charge: { answer: 'REFUSED', cause: 'CODE_EXPIRED' }, laterSteps: [] },
  { ending: null, outcome: 'accepted, and reported as booked about 2 seconds later', charge: ACCEPTED, laterSteps: [BOOKED_SOON] },
];

/** Numbers with this prefix always get the same code, so that a test need not read the code from the phone. */
export const FIXED_CODE = { prefix: '48500', code: '123456' } as const;

export function testValueOf(phoneNumber: string): TestValue {
  const testValue = TEST_VALUES.find(({ ending }) => ending === null || phoneNumber.endsWith(ending));
  if (!testValue) throw new Error('TEST_VALUES needs a row with the ending null for all other numbers');
  return testValue;
}

/** The test values as a Markdown table, for the documentation. */
export function testValuesTable(): string {
  const rows = TEST_VALUES.map(({ ending, outcome }) => `| ${ending === null ? 'anything else' : `…${ending}`} | ${outcome} |`);
  return [
    '| phone number ends in | what the operator does |',
    '|---|---|',
    ...rows,
    '',
    `The code by SMS is always \`${FIXED_CODE.code}\` for numbers that start with ${FIXED_CODE.prefix}, and six random digits otherwise. The result does not depend`,
    'on the amount or the operator. Times are business time, so the sandbox’s clock moves them.',
  ].join('\n');
}
