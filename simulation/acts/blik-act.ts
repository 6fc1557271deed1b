import type { AgreedTerms, AgreementDeed, Ender } from '../books/agreement.js';
import type { AliasDeed } from '../books/known-alias.js';
import type { AttemptDeed } from '../books/online-payment.js';

/** Days are counted from the one on which it is sold. */
export type SoldTerms = Omit<AgreedTerms, 'firstDay' | 'lastDay'> & { firstIn: number | null; lastIn: number | null };

/** Who ends an agreement at the bank, besides the gateway. */
type BankEnds = { by: 'payer' | 'scheme' };

/**
 * One thing that somebody does about an alias, a subscription or one of its charges. `sale` is a payment; `of` the payment that an alias was
 * registered or a subscription begun with; `alias` and `agreement` count from the last one of that.
 */
export type BlikAct =
  | { kind: 'sell for a code'; service: number; amount: number; payer: number }
  | { kind: 'pay by code'; sale: string; deed: CodeDeed; registers: { value: number; app: number; answer: AppDeed } | null }
  | { kind: 'pay by alias'; sale: string; of: string; how: 'id' | 'value' | 'value and app'; deed: CodeDeed }
  | { kind: 'app decides'; sale: string; alias: number; deed: AliasDeed }
  | {
      kind: 'app reports';
      sale: string;
      alias: number;
      says: 'the truth' | 'active' | 'unregistered' | 'pending';
      hint: boolean;
      again: boolean;
    }
  | { kind: 'partner unregisters'; sale: string; alias: number; byValue: boolean }
  | { kind: 'sell a subscription'; service: number; amount: number; payer: number; value: number; terms: SoldTerms; offered: boolean }
  | { kind: 'ask for agreement'; sale: string; deed: AgreementDeed; onPage: boolean; named: boolean }
  | ({ kind: 'bank decides'; sale: string; agreement: number; deed: AgreementDeed } & BankEnds)
  | {
      kind: 'bank reports';
      sale: string;
      agreement: number;
      says: 'the truth' | 'active' | 'failed' | 'revoked';
      hint: boolean;
      again: boolean;
    }
  | { kind: 'end a subscription'; sale: string; by: Ender }
  | { kind: 'sell under a subscription'; of: string; service: number; amount: number; payer: number }
  | { kind: 'charge'; sale: string; of: string; deed: AttemptDeed; named: boolean }
  | { kind: 'payer confirms'; sale: string; deed: AttemptDeed };

/** What becomes of a code, or an alias in its place. */
export type CodeDeed = 'open' | 'taken' | 'failed';
/** What the app makes of the wish to be known by an alias. */
export type AppDeed = 'active' | 'pending' | 'refused';
