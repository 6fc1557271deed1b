import { pluralText } from '../plural.js';
import type { DirectBillingTexts } from '../en/direct-billing.js';

export const directBilling: DirectBillingTexts<'de'> = {
  amountFrom: (price) => `ab ${price}`,
  vat: (vat) => `inkl. 23 % MwSt.: ${vat}`,
  priceByOperator: 'Der Preis hängt von Ihrem Mobilfunkanbieter ab.',
  steps: { choose: 'Nummer', code: 'Code', done: 'Ergebnis' },

  choose: {
    title: 'Mit der Telefonrechnung zahlen',
    operator: 'Ihr Mobilfunkanbieter',
    phone: 'Handynummer',
    phoneHint: 'An diese Nummer senden wir einen Code.',
    phoneFixed: 'Diese Nummer hat der Shop angegeben. Wir senden einen Code an sie.',
    submit: (price) => `Code anfordern, um ${price} zu zahlen`,
    submitAny: 'Code per SMS anfordern',
    terms: 'Der Betrag wird Ihrer Telefonrechnung hinzugefügt oder von Ihrem Prepaid-Guthaben abgezogen.',
  },
  code: {
    title: 'Code eingeben',
    sentTo: (phone, operator) => `Wir haben eine SMS mit einem Code an ${phone} (${operator}) gesendet.`,
    label: 'Code aus der SMS',
    hint: '6 Ziffern',
    triesLeft: pluralText('de', {
      one: 'Sie haben noch # Versuch für diesen Code.',
      other: 'Sie haben noch # Versuche für diesen Code.',
    }),
    submit: (price) => `${price} zahlen`,
    terms: 'Mit dem Code stimmen Sie zu, dass dieser Nummer der Betrag berechnet wird.',
    notArrived: 'Noch keine SMS erhalten?',
    resend: 'Neuen Code senden',
    resendIn: 'Neuen Code senden in',
    seconds: 's',
    noResend: 'Das war der letzte Code. Wenn er nicht ankommt, kehren Sie zum Shop zurück und beginnen Sie eine neue Zahlung.',
    usedUp: 'Dieser Code kann nicht mehr verwendet werden. Fordern Sie einen neuen an.',
    change: 'Nummer oder Anbieter ändern',
  },
  waiting: {
    title: 'Wir warten auf Ihren Mobilfunkanbieter',
    text: 'Wir prüfen die Zahlung. Bitte zahlen Sie nicht noch einmal: Das dauert meist nur wenige Sekunden.',
  },
  confirmed: {
    title: 'Ihr Mobilfunkanbieter hat die Zahlung angenommen',
    text: 'Sie wird gerade gebucht. Sie können diese Seite schließen.',
  },
  paid: {
    title: 'Bezahlt',
    text: (seller) =>
      `Ihre Zahlung an ${seller} ist gebucht. Falls der Shop noch nichts von ihr weiß, nennen Sie ihm bitte die Zahlungsnummer.`,
  },
  rejected: {
    title: 'Nicht bezahlt',
    nothingCharged: 'Ihnen wurde nichts berechnet.',
    insufficient_funds: 'Das Guthaben dieser Nummer reicht nicht aus.',
    blocked_by_operator: 'Der Anbieter sperrt solche Zahlungen für diese Nummer. Sein Kundendienst kann sie freischalten.',
    limit_exceeded: 'Diese Nummer hat das Limit des Anbieters für solche Zahlungen erreicht.',
    number_not_served: 'Diese Nummer gehört nicht zu diesem Anbieter. Prüfen Sie, ob Sie Ihren eigenen Anbieter gewählt haben.',
    code_expired: 'Der Code ist abgelaufen.',
    too_many_codes: 'Der Code wurde zu oft falsch eingegeben.',
    expired: 'Die Zeit für diese Zahlung ist abgelaufen.',
    other: 'Der Anbieter hat die Zahlung abgelehnt.',
    nextStep: 'Sie können zum Shop zurückkehren und eine neue Zahlung beginnen.',
  },
  method: (operator) => `Telefonrechnung, ${operator}`,
  phoneLabel: 'Nummer',

  simulated: { noMoney: 'Es wird kein Geld eingezogen.', sms: 'Die SMS erscheint auf dem', link: 'simulierten Telefon' },

  errors: {
    operator_missing: 'Wählen Sie Ihren Mobilfunkanbieter.',
    operator_unavailable: 'Dieser Anbieter ist gerade nicht verfügbar. Wählen Sie einen anderen.',
    phone_missing: 'Geben Sie Ihre Handynummer ein.',
    phone_invalid: 'Geben Sie eine polnische Handynummer ein: 9 Ziffern, zum Beispiel 500 600 700.',
    number_refused: 'Der Anbieter nimmt diese Nummer nicht an. Prüfen Sie Nummer und Anbieter.',
    too_many_codes: 'Für diese Zahlung können keine weiteren Codes gesendet werden.',
    too_soon: pluralText('de', {
      one: 'Ein neuer Code kann in # Sekunde gesendet werden.',
      other: 'Ein neuer Code kann in # Sekunden gesendet werden.',
    }),
    too_many_requests: pluralText('de', {
      one: 'Es wurden zu viele Codes angefordert. Versuchen Sie es in # Minute erneut.',
      other: 'Es wurden zu viele Codes angefordert. Versuchen Sie es in # Minuten erneut.',
    }),
    operator_unreachable: 'Der Anbieter antwortet gerade nicht. Versuchen Sie es gleich noch einmal.',
    code_missing: 'Geben Sie den Code aus der SMS ein.',
    code_malformed: 'Der Code hat 6 Ziffern.',
    code_wrong: 'Dieser Code ist nicht richtig. Prüfen Sie die neueste SMS.',
  },
};
