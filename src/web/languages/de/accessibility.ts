import type { AccessibilityTexts } from '../en/accessibility.js';

export const accessibility: AccessibilityTexts = {
  title: 'Barrierefreiheit dieser Zahlungsseite',
  service: {
    title: 'Die Dienstleistung',
    text: 'Auf dieser Seite bezahlen Sie, was Sie in einem Shop bestellt haben. Sie wählen die Zahlart, bestätigen den Betrag und erhalten einen Beleg. Die Seite zeigt in jedem Schritt, was Sie kaufen, von wem und zu welchem Preis.',
  },
  how: {
    title: 'Wie Sie sie nutzen können',
    points: [
      'Sie ist nach den Web Content Accessibility Guidelines 2.2, Stufe AA, gestaltet. Automatische Tests prüfen jeden Schritt in jeder Sprache, in hellen und dunklen Farben.',
      'Alles lässt sich mit der Tastatur und mit einem Screenreader bedienen. Fehler stehen oben am Formular, mit einem Link zu jedem Feld.',
      'Sie funktioniert auf schmalen Bildschirmen, bei 400 Prozent Vergrößerung, mit hohem Kontrast, mit reduzierter Bewegung und ohne JavaScript.',
      'Wo die Zeit begrenzt ist, können Sie mehr Zeit anfordern. Eine Seite, die von selbst weitergeht, lässt sich anhalten.',
    ],
  },
  limits: {
    title: 'Wofür wir nicht einstehen können',
    text: 'SMS-Nachrichten, die Seiten von Banken und Mobilfunkanbietern sowie der Shop stammen von anderen. Keine unabhängige Stelle hat diese Seite geprüft.',
  },
  contact: {
    title: 'Wenn etwas nicht funktioniert',
    text: 'Schreiben Sie uns, was Sie tun wollten und was Sie daran gehindert hat:',
    none: 'Sagen Sie dem Shop, was Sie tun wollten und was Sie daran gehindert hat; er gibt es weiter.',
  },
};
