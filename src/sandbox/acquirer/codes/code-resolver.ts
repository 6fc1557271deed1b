import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RegistrationQuery } from '../registrations/registration.query.js';
import { registrationStepsOf, CONFIRM_SECONDS, codeScenarioOf, type CodeScenario } from '../scenarios/code-scenarios.js';
import type { RegistrationStep, ResponseMode } from '../scenarios/scenario.js';
import type { Payment } from '../payments/payment.js';
import type { BlikCodeOrder } from '../payments/orders.js';
import { bankOf, FIRST_BANK } from './banks.js';

/** What follows from a code or an alias. */
export interface ResolvedCode {
  /** The bank whose app asks the payer; null when none does. */
  bank: string | null;
  steps: CodeScenario['steps'];
  /** Steps of the alias or mandate that came with the code. */
  mandate: readonly RegistrationStep[];
  answering: ResponseMode;
  alternatives: readonly { key: string; label: string }[];
}

const WAITS: CodeScenario['steps'] = [{ state: 'CODE_FAILED', afterSeconds: CONFIRM_SECONDS, cause: 'USER_TIMEOUT' }];

@Injectable()
export class CodeResolver {
  constructor(private readonly mandates: RegistrationQuery) {}

  /** For a second code while one is open: it is refused. */
  another(): ResolvedCode {
    return refused('GENERAL_ERROR');
  }

  read(tx: EntityManager, { amountMinor }: Payment, order: BlikCodeOrder, now: Date): Promise<ResolvedCode> {
    return order.kind === 'code' ? this.readCode(tx, amountMinor, order.code, now) : this.alias(tx, order.value, order.app);
  }

  async readCode(tx: EntityManager, amountMinor: number, code: string, now: Date): Promise<ResolvedCode> {
    const story = codeScenarioOf(code, amountMinor);
    if (story.code !== null) return { ...told(story.steps, registrationStepsOf(story)), answering: story.answering ?? 'at once' };
    const [shown] = await tx.query<{ bank: string; used: boolean; expires_at: Date }[]>(
      'SELECT bank, used, expires_at FROM sandbox.bank_app_code WHERE code = $1 FOR NO KEY UPDATE',
      [code],
    );
    if (shown?.used) return refused('BLIK_CODE_USED');
    if (shown && shown.expires_at <= now) return refused('BLIK_CODE_EXPIRED');
    if (shown) await tx.query('UPDATE sandbox.bank_app_code SET used = true WHERE code = $1', [code]);
    return waitingAt(shown?.bank ?? FIRST_BANK.id);
  }

  private async alias(tx: EntityManager, value: string, app: string | null): Promise<ResolvedCode> {
    const known = (await this.mandates.banksKnowing(tx, value)).filter((bank) => app === null || bank === app);
    const [first, ...others] = known;
    if (!first) return refused('ALIAS_NOT_FOUND');
    if (others.length === 0) return waitingAt(first);
    const alternatives = known.map((bank) => ({ key: bank, label: bankOf(bank)?.name ?? bank }));
    return { ...refused('ALIAS_NOT_UNIQUE'), alternatives };
  }
}

function waitingAt(bank: string): ResolvedCode {
  return { ...told(WAITS, registrationStepsOf({ steps: WAITS })), bank };
}

function refused(cause: string): ResolvedCode {
  const steps = [{ state: 'CODE_FAILED', afterSeconds: 0, cause }] as const;
  return told(steps, registrationStepsOf({ steps }));
}

/** The outcome is certain, and no app asks. */
function told(steps: CodeScenario['steps'], mandate: readonly RegistrationStep[]): ResolvedCode {
  return { bank: null, steps, mandate, answering: 'at once', alternatives: [] };
}
