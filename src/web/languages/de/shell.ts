import { pluralText } from '../plural.js';
import type { ShellTexts } from '../en/shell.js';

export const shell: ShellTexts<'de'> = {
  skip: 'Direkt zur Zahlung',
  order: 'Ihre Bestellung',
  seller: 'Verkäufer',
  amount: 'Zu zahlen',
  progress: 'Fortschritt',
  back: 'Zurück zum Shop',
  leave: 'Abbrechen und zum Shop zurückkehren',
  returning: 'Sie gelangen zurück zum Shop in',
  stay: 'Auf dieser Seite bleiben',
  stayed: 'Sie bleiben auf dieser Seite.',
  reference: 'Zahlungs-Nr.',
  copyReference: 'Zahlungsnummer kopieren',
  copied: 'Die Zahlungsnummer ist kopiert.',
  payBefore: (time) => `Bitte zahlen Sie bis ${time} Uhr`,
  payBeforeTomorrow: (time) => `Bitte zahlen Sie bis morgen, ${time} Uhr`,
  moreTime: 'Ich brauche mehr Zeit',
  secondsLeft: pluralText('de', { one: 'Noch # Sekunde', other: 'Noch # Sekunden' }),
  sending: 'Wird gesendet. Bitte warten Sie.',
  offline: { title: 'Keine Verbindung.', text: 'Bezahlen Sie nicht noch einmal: Wir prüfen weiter.' },
  reloads: 'Diese Seite lädt sich alle paar Sekunden neu.',
  stopReloading: 'Ohne Neuladen anzeigen',
  checkAgain: 'Erneut prüfen',
  servedBy: 'Zahlung abgewickelt über Payment Gateway',
  accessibility: 'Barrierefreiheit',
  testMode: 'Testmodus',

  receipt: {
    title: 'Zahlungsbeleg',
    amount: 'Betrag',
    date: 'Datum',
    method: 'Zahlart',
    contact: 'Fragen und Beschwerden',
    withdrawal: 'Widerruf',
    withdraw: 'Vertrag widerrufen bei',
  },

  errors: { titlePrefix: 'Fehler: ', summary: 'Bitte korrigieren Sie Folgendes' },

  closed: {
    title: 'Dieser Shop nimmt zurzeit keine Zahlungen an',
    text: 'Die Zahlung ist nicht möglich. Auskunft gibt der Shop.',
    untouched: 'Es wurde nichts abgebucht.',
  },

  problem: {
    unknown: { title: 'Diese Seite gibt es nicht', text: 'Prüfen Sie die Adresse. Zum Bezahlen öffnen Sie den Link aus dem Shop.' },
    missing: {
      title: 'Diese Zahlung gibt es nicht',
      text: 'Die Adresse ist möglicherweise unvollständig. Kehren Sie zum Shop zurück und beginnen Sie die Zahlung neu.',
    },
    link: {
      title: 'Dieser Link funktioniert nicht',
      text: 'Er ist vielleicht unvollständig oder veraltet. Öffnen Sie ihn noch einmal aus Ihrem Beleg oder fragen Sie den Shop.',
    },
    refused: {
      title: 'Abgelehnt',
      text: 'Das Formular kam von einer anderen Website. Wenn Sie zahlen wollten, beginnen Sie bitte im Shop von vorn.',
    },
    unreadable: {
      title: 'Das Formular konnte nicht gelesen werden',
      text: 'Es wurde nichts geändert. Öffnen Sie die Zahlung erneut und füllen Sie ihr Formular aus.',
    },
    busy: { title: 'Zu viele Anfragen', text: 'Warten Sie einen Moment und öffnen Sie die Zahlung erneut.' },
    failed: {
      title: 'Etwas ist schiefgegangen',
      text: 'Dieser Schritt konnte nicht abgeschlossen werden. Öffnen Sie die Zahlung erneut: Die Seite zeigt, wie weit sie ist.',
    },
    errorId: 'Fehlernummer',
    open: 'Zahlung öffnen',
  },
};
