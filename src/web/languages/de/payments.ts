import { pluralText } from '../plural.js';
import { mandate } from './mandate.js';
import type { PaymentTexts } from '../en/payments.js';

export const payments: PaymentTexts<'de'> = {
  ...mandate,
  simulated: {
    noMoney: 'Es wird kein Geld eingezogen.',
    app: { text: 'BLIK-Codes zeigt die', link: 'simulierte Bank-App' },
    place: { text: 'Bezahlt wird bei der', link: 'simulierten Bank' },
  },
  steps: { choose: 'Zahlart', confirm: 'Bestätigen', done: 'Ergebnis' },
  card: 'Karte',
  groups: {
    last: 'Zuletzt verwendet',
    blik: 'BLIK',
    transfer: 'Überweisung',
    cards: 'Karten',
    wallets: 'Wallets',
    vouchers: 'Gutscheine',
    latam: 'Südamerika',
  },
  cart: 'Ihr Einkauf',
  pay: (price) => `${price} bezahlen`,
  cancel: 'Diese Zahlung abbrechen',
  otherMethod: 'Andere Zahlart',
  value: (value, rate) => `${value}, zum Kurs ${rate}`,

  choose: {
    title: 'Wie möchten Sie bezahlen?',
    method: 'Zahlart',
    find: 'Ihre Bank suchen',
    found: 'Gefundene Banken:',
    noBank: (others) =>
      ['Keine Bank mit diesem Namen.', others.length > 0 ? `Sie können auch so bezahlen: ${others.join(', ')}.` : ''].join(' ').trim(),
    more: (count) => `${count} weitere anzeigen`,
    remember: 'Diese Zahlart auf diesem Gerät merken',
    rememberHint: 'Nur der Name der Zahlart, in diesem Browser, 180 Tage lang. Zum Löschen das Häkchen entfernen.',
    none: 'Diese Zahlung ist zurzeit nicht möglich. Kehren Sie zum Shop zurück und bezahlen Sie auf andere Weise.',
  },
  code: {
    title: 'BLIK-Code eingeben',
    label: 'BLIK-Code',
    hint: '6 Ziffern aus der App Ihrer Bank',
    codesLeft: pluralText('de', { one: 'Noch # Code für diese Zahlung.', other: 'Noch # Codes für diese Zahlung.' }),
  },
  details: {
    name: { label: 'Vor- und Nachname', error: 'Geben Sie Ihren Vor- und Nachnamen ein.' },
    email: { label: 'E-Mail', error: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel anna@example.com.' },
    document: { label: 'CPF oder CNPJ', error: 'Geben Sie die 11 Ziffern einer CPF oder die 14 einer CNPJ ein.' },
    country: { label: 'Land, zwei Buchstaben', error: 'Geben Sie Ihr Land mit zwei Buchstaben ein, zum Beispiel BR.' },
  },
  app: {
    title: 'In der App Ihrer Bank bestätigen',
    text: (price) => `Öffnen Sie die App Ihrer Bank und bestätigen Sie ${price}.`,
    timeLeft: 'Zeit zum Bestätigen',
    then: 'Wenn die Zeit nicht reicht, können Sie hier einen weiteren Code eingeben.',
  },
  away: {
    bank: {
      title: (name) => `Weiter zu Ihrer Bank (${name})`,
      text: () => 'Sie bestätigen die Zahlung bei Ihrer Bank. Danach kommen Sie hierher zurück.',
      go: (name) => `Weiter zu Ihrer Bank (${name})`,
    },
    card: {
      title: () => 'Mit Karte bezahlen',
      text: () => 'Es öffnet sich eine sichere Seite des Kartenabwicklers. Danach kommen Sie hierher zurück.',
      go: () => 'Seite für die Kartenzahlung öffnen',
    },
    other: {
      title: (name) => `Weiter zu ${name}`,
      text: (name) => `Sie bezahlen bei ${name}. Danach kommen Sie hierher zurück.`,
      go: (name) => `Weiter zu ${name}`,
    },
    back: 'Wenn Sie dort schon bestätigt haben, bezahlen Sie nicht noch einmal: Das Ergebnis erscheint auf dieser Seite.',
  },
  display: {
    title: (method) => `Mit ${method} bezahlen`,
    qrText: 'Scannen Sie den QR-Code mit der App Ihrer Bank, oder kopieren Sie den Zahlungscode dorthin.',
    codeText: 'Kopieren Sie diesen Code und bezahlen Sie damit in der App Ihrer Bank.',
    voucherText: 'Bezahlen Sie mit dieser Nummer bei einer Bank, in ihrer App oder an einer Zahlstelle.',
    picture: (price, seller) => `QR-Code für die Zahlung von ${price} an ${seller}`,
    bars: (price, seller) => `Strichcode für die Zahlung von ${price} an ${seller}`,
    code: 'Zahlungscode',
    copy: 'Code kopieren',
    copied: 'Der Code ist kopiert.',
    until: (time) => `Zahlbar bis ${time}.`,
    open: 'Beleg zum Ausdrucken öffnen',
    then: 'Diese Seite aktualisiert sich, sobald Ihre Zahlung eingeht. Sie können sie schließen.',
  },
  waiting: { title: 'Wir prüfen die Zahlung', text: 'Bezahlen Sie nicht noch einmal: Das dauert meist nur wenige Sekunden.' },
  confirmed: { title: 'Die Zahlung wurde angenommen', text: 'Das Geld wird eingezogen. Sie können diese Seite schließen.' },
  checking: {
    title: 'Die Zahlung wird geprüft',
    text: 'Ihr Geld ist angekommen und sicher. Der Shop sagt Ihnen, wie es weitergeht; Sie müssen nichts tun.',
  },
  paid: {
    title: 'Bezahlt',
    text: (seller) => `Vielen Dank. Ihre Zahlung an ${seller} ist ausgeführt.`,
    value: 'Wert in PLN',
    refunding: (amount) => `${amount} sind auf dem Weg zurück zu Ihnen. Je nach Bank dauert das einige Tage.`,
    refunded: (amount) => `${amount} wurden Ihnen auf demselben Weg zurückgezahlt.`,
  },
  failed: { title: 'Nicht bezahlt' },
  expired: { title: 'Die Zeit zum Bezahlen ist abgelaufen' },
  canceled: { title: 'Zahlung abgebrochen' },
  notPaid: {
    untouched: 'Es wurde nichts abgebucht. Sie können zum Shop zurückkehren und eine neue Zahlung beginnen.',
    inDoubt:
      'Diese Zahlung ist nicht bei uns angekommen. Falls Ihre Bank sie anzeigt, bezahlen Sie nicht noch einmal: Der Betrag zählt für diese Zahlung oder kommt zu Ihnen zurück.',
  },
  refunded: { title: 'Zahlung erstattet', text: 'Das Geld geht auf demselben Weg zurück. Je nach Bank dauert das einige Tage.' },
  fraud: {
    title: 'Zahlung nicht angenommen',
    text: 'Das Geld geht auf demselben Weg zurück. Je nach Bank dauert das einige Tage. Mehr erfahren Sie vom Shop.',
  },

  noCodesLeft: {
    choose: 'Alle Versuche mit einem BLIK-Code sind aufgebraucht. Wählen Sie unten eine andere Zahlart.',
    shop: 'Alle Versuche mit einem BLIK-Code sind aufgebraucht. Kehren Sie zum Shop zurück und bezahlen Sie auf andere Weise.',
  },

  failure: {
    title: 'Die Zahlung ist fehlgeschlagen',
    new_code: {
      text: 'Dieser BLIK-Code gilt nicht: Er wurde falsch eingegeben, schon verwendet oder ist abgelaufen.',
      next: 'Geben Sie einen neuen Code aus der App Ihrer Bank ein.',
    },
    look_in_app: {
      text: 'Die App Ihrer Bank war nicht erreichbar.',
      next: 'Öffnen Sie die App, prüfen Sie, ob BLIK eingeschaltet ist, und geben Sie einen neuen Code ein.',
    },
    refused: {
      text: 'Sie oder Ihre Bank haben die Zahlung abgelehnt.',
      next: 'Versuchen Sie es noch einmal oder wählen Sie eine andere Zahlart.',
    },
    too_late: {
      text: 'Die Zahlung wurde nicht rechtzeitig bestätigt.',
      next: 'Versuchen Sie es noch einmal und bestätigen Sie sie gleich.',
    },
    code_instead: { text: 'Die Zahlung ohne Code ist nicht gelungen.', next: 'Bezahlen Sie stattdessen mit einem BLIK-Code.' },
    amount_too_high: {
      text: 'Der Betrag liegt über Ihrem Guthaben oder einem Limit Ihrer Bank.',
      next: 'Erhöhen Sie das Limit in der App Ihrer Bank oder wählen Sie eine andere Zahlart.',
    },
    technical: {
      text: 'Die Zahlung war aus technischen Gründen nicht möglich.',
      next: 'Versuchen Sie es gleich noch einmal oder wählen Sie eine andere Zahlart.',
    },
    not_confirmed: {
      text: 'Die Bestätigung bei Ihrer Bank ist nicht gelungen.',
      next: 'Versuchen Sie es noch einmal oder wählen Sie eine andere Zahlart.',
    },
    given_up: {
      text: 'Sie sind gegangen, bevor Sie bezahlt hatten.',
      next: 'Versuchen Sie es noch einmal oder wählen Sie eine andere Zahlart.',
    },
  },

  errors: {
    channel_missing: 'Wählen Sie, wie Sie bezahlen möchten.',
    channel_unusable: 'Diese Zahlart ist zurzeit nicht möglich. Wählen Sie eine andere.',
    too_many_attempts: 'Diese Zahlung wurde zu oft versucht. Kehren Sie zum Shop zurück und beginnen Sie eine neue.',
    too_many_codes: 'Für diese Zahlung können keine weiteren BLIK-Codes eingegeben werden. Wählen Sie eine andere Zahlart.',
    channel_unreachable:
      'Diese Zahlart antwortet zurzeit nicht. Es wurde nichts abgebucht. Versuchen Sie es noch einmal oder wählen Sie eine andere.',
    code_missing: 'Geben Sie den BLIK-Code ein.',
    code_malformed: 'Ein BLIK-Code hat 6 Ziffern.',
  },
};
