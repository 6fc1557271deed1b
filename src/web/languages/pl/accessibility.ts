import type { AccessibilityTexts } from '../en/accessibility.js';

export const accessibility: AccessibilityTexts = {
  title: 'Dostępność tej strony płatności',
  service: {
    title: 'Usługa',
    text: 'Na tej stronie płacisz za zamówienie złożone w sklepie. Wybierasz metodę płatności, potwierdzasz kwotę i otrzymujesz potwierdzenie. Na każdym etapie widać, co kupujesz, od kogo i za ile.',
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
};
