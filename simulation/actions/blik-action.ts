import type { ModelMandateTerms, MandateBankState, EndedBy } from '../model/mandate.js';
import type { AliasAppState } from '../model/model-alias.js';
import type { AttemptAcquirerState } from '../model/online-payment.js';

/** Terms that a partner requests. The first and the last day are counted from the day of the sale. */
export type RequestedTerms = Omit<ModelMandateTerms, 'firstDay' | 'lastDay'> & { firstInDays: number | null; lastInDays: number | null };

/** Who revokes a mandate at the bank without the gateway. */
type EndedAtBank = { by: 'payer' | 'scheme' };

/**
 * One action on an alias, a subscription or one of its charges. `sale` is a payment. `originSale` is the payment that registered the alias
 * or set up the subscription. `alias` and `mandate` are indexes of that payment's aliases and mandates, from the last one (0) back.
 * `aliasNumber` and `appNumber` become part of an alias value and of an app's key, so equal numbers give the same alias or app.
 * `registration` is null when the payment registers no alias.
 */
export type BlikAction =
  | { kind: 'sell for a code'; serviceIndex: number; amount: number; payerIndex: number }
  | {
      kind: 'pay by code';
      sale: string;
      decision: CodeOutcome;
      registration: { aliasNumber: number; appNumber: number; decision: AppDecision } | null;
    }
  | { kind: 'pay by alias'; sale: string; originSale: string; identifiedBy: 'id' | 'value' | 'value and app'; decision: CodeOutcome }
  | { kind: 'app decides'; sale: string; alias: number; decision: AliasAppState }
  | {
      kind: 'app sends callback';
      sale: string;
      alias: number;
      reports: 'the actual state' | 'active' | 'unregistered' | 'pending';
      isHint: boolean;
      isRepeat: boolean;
    }
  | { kind: 'partner unregisters'; sale: string; alias: number; byValue: boolean }
  | {
      kind: 'sell a subscription';
      serviceIndex: number;
      amount: number;
      payerIndex: number;
      aliasNumber: number;
      terms: RequestedTerms;
      isOfferedOnPage: boolean;
    }
  | { kind: 'accept subscription'; sale: string; decision: MandateBankState; isOnPage: boolean; hasIdempotencyKey: boolean }
  | ({ kind: 'bank decides'; sale: string; mandate: number; decision: MandateBankState } & EndedAtBank)
  | {
      kind: 'bank sends callback';
      sale: string;
      mandate: number;
      reports: 'the actual state' | 'active' | 'failed' | 'revoked';
      isHint: boolean;
      isRepeat: boolean;
    }
  | { kind: 'cancel a subscription'; sale: string; by: EndedBy }
  | { kind: 'sell under a subscription'; originSale: string; serviceIndex: number; amount: number; payerIndex: number }
  | { kind: 'charge'; sale: string; originSale: string; decision: AttemptAcquirerState; hasIdempotencyKey: boolean }
  | { kind: 'payer confirms'; sale: string; decision: AttemptAcquirerState };

/** The outcome of a payment by BLIK code or by alias. */
export type CodeOutcome = 'open' | 'captured' | 'failed';
/** The app's decision on a request to register an alias. */
export type AppDecision = 'active' | 'pending' | 'refused';
