import type { AccessibilityTexts } from '../en/accessibility.js';

export const accessibility: AccessibilityTexts = {
  title: 'Acessibilidade desta página de pagamento',
  service: {
    title: 'O serviço',
    text: 'Nesta página você paga o que pediu em uma loja. Você escolhe como pagar, confirma o valor e recebe um comprovante. A cada etapa, a página mostra o que você compra, de quem e por quanto.',
  },
  how: {
    title: 'Como ela pode ser usada',
    points: [
      'Ela foi feita para atender às Diretrizes de Acessibilidade para Conteúdo Web (WCAG) 2.2, nível AA. Testes automáticos verificam cada etapa em todos os idiomas, em cores claras e escuras.',
      'Tudo pode ser feito com o teclado e com um leitor de tela. Os erros são listados no início do formulário, com um link para cada campo.',
      'Ela funciona em telas estreitas, com ampliação de até 400%, em alto contraste, com movimento reduzido e sem JavaScript.',
      'Quando há um limite de tempo, você pode pedir mais. Uma página que avança sozinha pode ser parada.',
    ],
  },
  limits: {
    title: 'Pelo que não podemos responder',
    text: 'As mensagens SMS, as páginas dos bancos e das operadoras e a loja são feitas por outros. Nenhum órgão independente avaliou esta página.',
  },
  contact: {
    title: 'Se algo não funcionar para você',
    text: 'Conte o que você queria fazer e o que atrapalhou:',
    none: 'Conte à loja o que você queria fazer e o que atrapalhou; ela nos avisa.',
  },
};
