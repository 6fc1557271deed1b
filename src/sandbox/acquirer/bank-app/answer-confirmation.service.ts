import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { rememberAlias } from '../codes/remember-alias.js';
import type { Step } from '../magic/story.js';
import { ChangePaymentService } from '../payments/change-payment.service.js';
import { StoryWriter } from '../payments/story-writer.js';

const CONFIRMED: readonly Step[] = [{ state: 'PAID', afterSeconds: 0 }];
const REFUSED: readonly Step[] = [{ state: 'CODE_FAILED', afterSeconds: 0, cause: 'USER_DECLINED' }];

interface WaitingCode {
  payment_id: string;
  bank: string;
  alias_value: string | null;
  alias_label: string | null;
}

/** The payer's word in the bank's app. */
@Injectable()
export class AnswerConfirmationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangePaymentService,
    private readonly stories: StoryWriter,
  ) {}

  /** What is answered too late, or twice, changes nothing. @returns false when nothing of this reference was ever asked. */
  async run(bank: string, reference: string, confirms: boolean): Promise<boolean> {
    const [code] = await this.dataSource.query<WaitingCode[]>(
      'SELECT payment_id, bank, alias_value, alias_label FROM sandbox.acquirer_code WHERE reference = $1 AND bank = $2',
      [reference, bank],
    );
    if (!code) return false;
    await this.changes.run(code.payment_id, async (tx, payment) => {
      if (payment.state !== 'WAITING' || payment.code?.reference !== reference || payment.code.state !== 'WAITING') return;
      await this.stories.write(tx, { payment, code: reference }, confirms ? CONFIRMED : REFUSED);
      if (confirms && code.alias_value !== null) await rememberAlias(tx, code.alias_value, code.alias_label ?? '', bank);
    });
    return true;
  }
}
