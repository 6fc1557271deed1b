import type { Locale } from '../../../common/locale.js';

/** What the operator of a payment page tells about its accessibility. */
export interface AccessibilityTexts {
  title: string;
  service: { title: string; text: string };
  how: { title: string; points: readonly string[] };
  limits: { title: string; text: string };
  contact: { title: string; text: string; none: string };
}

export const ACCESSIBILITY_TEXTS: Readonly<Record<Locale, AccessibilityTexts>> = {
  en: {
    title: 'Accessibility of this payment page',
    service: {
      title: 'The service',
      text: 'On this page you pay for what you ordered in a shop. You choose how to pay, confirm the amount and get a receipt. The page shows at each step what is bought, from whom, and for how much.',
    },
    how: {
      title: 'How it can be used',
      points: [
        'It is made to meet the Web Content Accessibility Guidelines 2.2 at level AA. Each step is checked by automatic tests in every language, in light and dark colours.',
        'Everything can be done with a keyboard and with a screen reader. Errors are listed at the top of a form, with a link to each field.',
        'It works on narrow screens, enlarged to 400 percent, in high contrast, with reduced motion and without JavaScript.',
        'Where there is a time limit, you can ask for more time. A page that moves on by itself can be stopped.',
      ],
    },
    limits: {
      title: 'What we cannot vouch for',
      text: 'Messages by SMS, the pages of banks and operators and the shop are made by others. No independent body has examined this page.',
    },
    contact: {
      title: 'If something does not work for you',
      text: 'Tell us what you wanted to do and what stood in your way:',
      none: 'Tell the shop what you wanted to do and what stood in your way; it passes that on.',
    },
  },
  pl: {
    title: 'Dostępność tej strony płatności',
    service: {
      title: 'Usługa',
      text: 'Na tej stronie płacisz za zamówienie złożone w sklepie. Wybierasz sposób płatności, potwierdzasz kwotę i otrzymujesz potwierdzenie. Na każdym etapie widać, co kupujesz, od kogo i za ile.',
    },
    how: {
      title: 'Jak można z niej korzystać',
      points: [
        'Strona powstała tak, aby spełniać wytyczne WCAG 2.2 na poziomie AA. Każdy krok sprawdzają automatyczne testy, w każdym języku, w jasnych i ciemnych kolorach.',
        'Wszystko można zrobić klawiaturą i z czytnikiem ekranu. Błędy są wymienione na początku formularza, z odnośnikiem do każdego pola.',
        'Strona działa na wąskich ekranach, w powiększeniu do 400 procent, w wysokim kontraście, z ograniczonym ruchem i bez JavaScriptu.',
        'Tam, gdzie obowiązuje limit czasu, możesz poprosić o więcej. Stronę, która sama przechodzi dalej, można zatrzymać.',
      ],
    },
    limits: {
      title: 'Za co nie możemy ręczyć',
      text: 'Wiadomości SMS, strony banków i operatorów oraz sklep tworzą inni. Tej strony nie badała żadna niezależna jednostka.',
    },
    contact: {
      title: 'Jeśli coś nie działa',
      text: 'Napisz, co chcesz zrobić i co w tym przeszkadza:',
      none: 'Powiedz sklepowi, co chcesz zrobić i co w tym przeszkadza; sklep przekaże to dalej.',
    },
  },
  uk: {
    title: 'Доступність цієї сторінки оплати',
    service: {
      title: 'Послуга',
      text: 'На цій сторінці ви сплачуєте за замовлення, зроблене в магазині. Ви вибираєте спосіб оплати, підтверджуєте суму й отримуєте підтвердження. На кожному кроці видно, що ви купуєте, у кого і за скільки.',
    },
    how: {
      title: 'Як нею можна користуватися',
      points: [
        'Сторінку створено так, щоб відповідати настановам WCAG 2.2 на рівні AA. Кожен крок перевіряють автоматичні тести кожною мовою, у світлих і темних кольорах.',
        'Усе можна зробити з клавіатури та за допомогою програми читання з екрана. Помилки перелічено на початку форми з посиланням на кожне поле.',
        'Сторінка працює на вузьких екранах, зі збільшенням до 400 відсотків, з високим контрастом, зі зменшеним рухом і без JavaScript.',
        'Там, де час обмежено, ви можете попросити більше. Сторінку, яка сама переходить далі, можна зупинити.',
      ],
    },
    limits: {
      title: 'За що ми не можемо ручатися',
      text: 'Повідомлення SMS, сторінки банків та операторів і магазин створюють інші. Жодна незалежна установа цю сторінку не досліджувала.',
    },
    contact: {
      title: 'Якщо щось не працює',
      text: 'Напишіть, що ви хотіли зробити і що вам завадило:',
      none: 'Повідомте магазину, що ви хотіли зробити і що вам завадило; він передасть це далі.',
    },
  },
  de: {
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
  },
};
