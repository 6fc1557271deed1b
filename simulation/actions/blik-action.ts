import type { MandateTermsSeen, MandateBankState, EndedBy } from '../model/mandate.js';
import type { AliasAppState } from '../model/model-alias.js';
import type { AttemptAcquirerState } from '../model/online-payment.js';

/** Days are counted from the day of the sale. */
export type RequestedTerms = Omit<MandateTermsSeen, 'firstDay' | 'lastDay'> & { firstIn: number | null; lastIn: number | null };

/** Who, other than the gateway, ends a mandate at the bank. */
type BankEnds = { by: 'payer' | 'scheme' };

/**
 * One action on an alias, a subscription or one of its charges. `sale` is a payment. `of` is the payment that registered the alias or
 * began the subscription. `alias` and `mandate` count back from the last one of that payment.
 */
export type BlikAction =
  | { kind: 'sell for a code'; service: number; amount: number; payer: number }
  | { kind: 'pay by code'; sale: string; decision: CodeOutcome; registers: { value: number; app: number; answer: AppDecision } | null }
  | { kind: 'pay by alias'; sale: string; of: string; how: 'id' | 'value' | 'value and app'; decision: CodeOutcome }
  | { kind: 'app decides'; sale: string; alias: number; decision: AliasAppState }
  | {
      kind: 'app reports';
      sale: string;
      alias: number;
      says: 'the truth' | 'active' | 'unregistered' | 'pending';
      hint: boolean;
      again: boolean;
    }
  | { kind: 'partner unregisters'; sale: string; alias: number; byValue: boolean }
  | { kind: 'sell a subscription'; service: number; amount: number; payer: number; value: number; terms: RequestedTerms; offered: boolean }
  | { kind: 'ask for agreement'; sale: string; decision: MandateBankState; onPage: boolean; named: boolean }
  | ({ kind: 'bank decides'; sale: string; mandate: number; decision: MandateBankState } & BankEnds)
  | {
      kind: 'bank reports';
      sale: string;
      mandate: number;
      says: 'the truth' | 'active' | 'failed' | 'revoked';
      hint: boolean;
      again: boolean;
    }
  | { kind: 'end a subscription'; sale: string; by: EndedBy }
  | { kind: 'sell under a subscription'; of: string; service: number; amount: number; payer: number }
  | { kind: 'charge'; sale: string; of: string; decision: AttemptAcquirerState; named: boolean }
  | { kind: 'payer confirms'; sale: string; decision: AttemptAcquirerState };

/** The outcome of a code, or of an alias used instead of one. */
export type CodeOutcome = 'open' | 'taken' | 'failed';
/** How the app answers the request to register an alias. */
export type AppDecision = 'active' | 'pending' | 'refused';
