import type { PaymentLinkTexts } from '../en/links.js';

export const links: PaymentLinkTexts = {
  fixed: 'Pague online',
  chosen: 'Quanto você quer pagar?',
  amount: (currency) => `Valor em ${currency}`,
  bounds: (least, most) => `De ${least} a ${most}`,
  next: 'Na próxima etapa, você escolhe a forma de pagamento.',
  submit: 'Ir para o pagamento',
  begun: { title: 'Continue o pagamento', text: 'Um pagamento com este link já foi iniciado.', open: 'Ir para o pagamento' },
  disabled: { title: 'Este link foi encerrado', text: 'O vendedor não recebe mais pagamentos por ele. Nada foi cobrado.' },
  used: { title: 'Este link já foi usado', text: 'Ele valia para um pagamento, que já foi feito. Não é preciso pagar de novo.' },
  expired: { title: 'Este link expirou', text: 'Peça um novo ao vendedor. Nada foi cobrado.' },
  unpayable: { title: 'Não é possível pagar por este link no momento', text: 'Tente mais tarde ou fale com o vendedor. Nada foi cobrado.' },
  errors: {
    missing: 'Digite o valor.',
    malformed: 'Digite o valor em números, por exemplo 49,90.',
    bounds: (least, most) => `Digite um valor de ${least} a ${most}.`,
    notTaken: 'Este valor não pode ser pago no momento.',
  },
};
