import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/errors/domain-error.js';
import type { AcquirerConnector } from '../../../connectors/acquirers/port/acquirer-connector.js';
import { AcquirerConnectors } from '../../../connectors/acquirers/port/acquirer-connectors.js';
import type { RecurringModel, RecurringOperations } from '../../../connectors/acquirers/port/mandate.js';
import type { Payer } from '../../../connectors/acquirers/port/attempt.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import type { ConnectedChannel } from '../attempts/start/record-attempt.service.js';
import { ServiceChannelsQuery } from '../payment-methods/service-channels.query.js';
import { RECURRING_CHANNEL, channelUnavailableReason } from '../payment-methods/channel-availability.js';
import { missingPayerFields, payerOf } from '../payments/payer-details.js';
import type { PaymentTransaction } from '../payments/payment-transaction.entity.js';

export interface RecurringChannel {
  offer: ConnectedChannel;
  recurring: RecurringOperations;
  payer: Payer;
}

/** Finds the channel and the connector with which a subscription is registered and charged. */
@Injectable()
export class RecurringChannelQuery {
  constructor(
    private readonly channels: ServiceChannelsQuery,
    private readonly connectors: AcquirerConnectors,
  ) {}

  /**
   * @param account the account that has the mandate. undefined for a new mandate, which uses the account that serves the channel now.
   * @throws DomainError RECURRING_NOT_SUPPORTED when the service or the account does not support recurring payments of this model. The
   * model is never replaced by another one.
   */
  async findRecurringChannel(
    { tx }: UnitOfWork,
    row: PaymentTransaction,
    model: RecurringModel,
    account?: string,
  ): Promise<RecurringChannel> {
    const offer = (await this.channels.list(row.serviceId, tx)).find(({ channel }) => channel.id === RECURRING_CHANNEL);
    const connector = account === undefined ? (offer?.connector ?? null) : this.connectors.find(account);
    // The IP address and the browser come from the payment, because a payment for this channel is accepted only with both
    // (`create-payment-rules.ts`).
    const payer = payerOf(row, { clientAddress: '', userAgent: '' });
    const { amountMinor, currency } = row;
    const unavailableReason =
      offer && channelUnavailableReason({ ...offer, connector }, { amountMinor, currency, country: payer.country }, true);
    if (!offer || !connector?.recurring || typeof unavailableReason === 'string')
      throw notSupported(unavailableReason ?? 'The channel is not connected at the moment.');
    const missingFields = missingPayerFields(payer, offer.requiredPayer);
    if (missingFields.length > 0) throw notSupported(`The payment does not say the payer’s ${missingFields.join(', ')}.`);
    rejectUnsupported(connector, model, amountMinor);
    return { offer: { ...offer, connector }, recurring: connector.recurring, payer };
  }
}

function rejectUnsupported({ capabilities }: AcquirerConnector, model: RecurringModel, amountMinor: number): void {
  const recurringCapabilities = capabilities[RECURRING_CHANNEL]?.recurring;
  if (!recurringCapabilities?.models.includes(model)) throw notSupported(`The channel has no subscriptions of the model ${model}.`);
  if (amountMinor === 0 && !recurringCapabilities.supportsSetupPayments)
    throw notSupported('The channel takes a consent with a payment only.');
}

function notSupported(message: string): DomainError {
  return new DomainError('RECURRING_NOT_SUPPORTED', { message });
}
