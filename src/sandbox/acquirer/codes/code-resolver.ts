import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RegistrationQuery } from '../registrations/registration.query.js';
import { registrationStepsOf, CONFIRM_SECONDS, codeScenarioOf, type CodeScenario } from '../scenarios/code-scenarios.js';
import type { RegistrationStep, ResponseMode } from '../scenarios/scenario.js';
import type { Payment } from '../payments/payment.js';
import type { BlikCodeOrder } from '../payments/orders.js';
import { bankOf, FIRST_BANK } from './banks.js';

/** What happens after a BLIK code or an alias was submitted. */
export interface ResolvedCode {
  /** The bank whose app asks the payer; null when no app asks. */
  bank: string | null;
  steps: CodeScenario['steps'];
  /** Steps of the alias or mandate that came with the code. */
  mandate: readonly RegistrationStep[];
  responseMode: ResponseMode;
  alternatives: readonly { key: string; label: string }[];
}

/** Steps while the app waits for the payer: without a confirmation in time, the code fails. */
const WAITING_STEPS: CodeScenario['steps'] = [{ state: 'CODE_FAILED', afterSeconds: CONFIRM_SECONDS, cause: 'USER_TIMEOUT' }];

@Injectable()
export class CodeResolver {
  constructor(private readonly registrations: RegistrationQuery) {}

  /** Refuses a second code while the first code waits for confirmation. */
  refuseSecondCode(): ResolvedCode {
    return refusal('GENERAL_ERROR');
  }

  resolveOrder(tx: EntityManager, { amountMinor }: Payment, order: BlikCodeOrder, now: Date): Promise<ResolvedCode> {
    return order.kind === 'code' ? this.resolveCode(tx, amountMinor, order.code, now) : this.readAlias(tx, order.value, order.app);
  }

  async resolveCode(tx: EntityManager, amountMinor: number, code: string, now: Date): Promise<ResolvedCode> {
    const scenario = codeScenarioOf(code, amountMinor);
    if (scenario.code !== null)
      return {
        ...resolvedCode(scenario.steps, registrationStepsOf(scenario)),
        responseMode: scenario.responseMode ?? 'immediately',
      };
    const [displayed] = await tx.query<{ bank: string; used: boolean; expires_at: Date }[]>(
      'SELECT bank, used, expires_at FROM sandbox.bank_app_code WHERE code = $1 FOR NO KEY UPDATE',
      [code],
    );
    if (displayed?.used) return refusal('BLIK_CODE_USED');
    if (displayed && displayed.expires_at <= now) return refusal('BLIK_CODE_EXPIRED');
    if (displayed) await tx.query('UPDATE sandbox.bank_app_code SET used = true WHERE code = $1', [code]);
    return waitingInApp(displayed?.bank ?? FIRST_BANK.id);
  }

  private async readAlias(tx: EntityManager, value: string, app: string | null): Promise<ResolvedCode> {
    const banks = (await this.registrations.listBanksWithAlias(tx, value)).filter((bank) => app === null || bank === app);
    const [first, ...others] = banks;
    if (!first) return refusal('ALIAS_NOT_FOUND');
    if (others.length === 0) return waitingInApp(first);
    const alternatives = banks.map((bank) => ({ key: bank, label: bankOf(bank)?.name ?? bank }));
    return { ...refusal('ALIAS_NOT_UNIQUE'), alternatives };
  }
}

function waitingInApp(bank: string): ResolvedCode {
  return { ...resolvedCode(WAITING_STEPS, registrationStepsOf({ steps: WAITING_STEPS })), bank };
}

function refusal(cause: string): ResolvedCode {
  const steps = [{ state: 'CODE_FAILED', afterSeconds: 0, cause }] as const;
  return resolvedCode(steps, registrationStepsOf({ steps }));
}

/** By default no app asks the payer, and the response is sent immediately. */
function resolvedCode(steps: CodeScenario['steps'], mandate: readonly RegistrationStep[]): ResolvedCode {
  return { bank: null, steps, mandate, responseMode: 'immediately', alternatives: [] };
}
