import { pluralText } from '../plural.js';
import type { PaymentTexts } from '../en/payments.js';
import { mandate } from './mandate.js';

export const payments: PaymentTexts<'pt-BR'> = {
  ...mandate,
  simulated: {
    noMoney: 'Nenhum dinheiro será cobrado.',
    app: { text: 'Os códigos BLIK vêm do', link: 'app de banco simulado' },
    place: { text: 'O pagamento pode ser feito no', link: 'banco simulado' },
  },
  steps: { choose: 'Forma', confirm: 'Confirmação', done: 'Resultado' },
  card: 'Cartão',
  groups: {
    last: 'Última usada',
    blik: 'BLIK',
    transfer: 'Transferência bancária',
    cards: 'Cartões',
    wallets: 'Carteiras',
    vouchers: 'Vouchers',
    latam: 'América do Sul',
  },
  cart: 'O que você está comprando',
  pay: (price) => `Pagar ${price}`,
  cancel: 'Cancelar este pagamento',
  otherMethod: 'Outra forma de pagamento',
  value: (value, rate) => `${value}, pelo câmbio ${rate}`,

  choose: {
    title: 'Como você quer pagar?',
    method: 'Forma de pagamento',
    find: 'Encontre o seu banco',
    found: 'Bancos encontrados:',
    noBank: (others) =>
      ['Nenhum banco com este nome.', others.length > 0 ? `Você também pode pagar com: ${others.join(', ')}.` : ''].join(' ').trim(),
    more: (count) => `Mais ${count}`,
    remember: 'Lembrar esta forma de pagamento neste aparelho',
    rememberHint: 'Guardamos só o nome da forma de pagamento, neste navegador, por 180 dias. Para apagar, desmarque esta opção.',
    none: 'Não é possível fazer este pagamento agora. Volte para a loja e pague de outra forma.',
  },
  code: {
    title: 'Digite o código BLIK',
    label: 'Código BLIK',
    hint: '6 dígitos do app do seu banco',
    codesLeft: pluralText('pt-BR', {
      one: 'Resta # código para este pagamento.',
      many: 'Restam # de códigos para este pagamento.',
      other: 'Restam # códigos para este pagamento.',
    }),
  },
  details: {
    name: { label: 'Nome completo', error: 'Digite o seu nome e sobrenome.' },
    email: { label: 'E-mail', error: 'Digite um e-mail, por exemplo anna@example.com.' },
    document: { label: 'CPF ou CNPJ', error: 'Digite os 11 dígitos do CPF ou os 14 do CNPJ.' },
    country: { label: 'País, em duas letras', error: 'Digite o seu país em duas letras, por exemplo BR.' },
  },
  app: {
    title: 'Confirme no app do seu banco',
    text: (price) => `Abra o app do seu banco e confirme ${price}.`,
    timeLeft: 'Tempo para confirmar',
    then: 'Se o tempo acabar, você pode digitar outro código aqui.',
  },
  away: {
    bank: {
      title: (name) => `Ir para o seu banco (${name})`,
      text: () => 'Você confirma o pagamento no seu banco. Depois, volta para cá.',
      go: (name) => `Ir para o seu banco (${name})`,
    },
    card: {
      title: () => 'Pagar com cartão',
      text: () => 'Uma página segura da operadora de cartões será aberta. Depois, você volta para cá.',
      go: () => 'Abrir a página do cartão',
    },
    other: {
      title: (name) => `Continuar em ${name}`,
      text: (name) => `Você paga em ${name}. Depois, volta para cá.`,
      go: (name) => `Continuar em ${name}`,
    },
    back: 'Se você já confirmou lá, não pague de novo: esta página mostra o resultado sozinha.',
  },
  display: {
    title: (method) => `Pagar com ${method}`,
    qrText: 'Escaneie o QR code com o app do seu banco ou copie o código de pagamento e cole no app.',
    codeText: 'Copie este código e pague no app do seu banco.',
    voucherText: 'Pague com este número no banco, no app do banco ou em um ponto de pagamento.',
    picture: (price, seller) => `QR code do pagamento de ${price} a ${seller}`,
    bars: (price, seller) => `Código de barras do pagamento de ${price} a ${seller}`,
    code: 'Código de pagamento',
    copy: 'Copiar o código',
    copied: 'O código foi copiado.',
    until: (time) => `Pague até ${time}.`,
    open: 'Abrir a versão para imprimir',
    then: 'Esta página se atualiza quando o seu pagamento chegar. Você pode fechá-la.',
  },
  waiting: { title: 'Estamos verificando o pagamento', text: 'Não pague de novo: isso costuma levar alguns segundos.' },
  confirmed: { title: 'O pagamento foi aceito', text: 'O valor está sendo cobrado. Você pode fechar esta página.' },
  checking: {
    title: 'O pagamento está em análise',
    text: 'O seu dinheiro chegou e está seguro. A loja avisará sobre o próximo passo; você não precisa fazer nada.',
  },
  paid: {
    title: 'Pago',
    text: (seller) => `Obrigado. O seu pagamento a ${seller} foi feito.`,
    value: 'Valor em PLN',
    refunding: (amount) => `${amount} está voltando para você. Dependendo do banco, isso leva alguns dias.`,
    refunded: (amount) => `${amount} foi devolvido a você pelo mesmo meio.`,
  },
  failed: { title: 'Pagamento não realizado' },
  expired: { title: 'O prazo para pagar terminou' },
  canceled: { title: 'Pagamento cancelado' },
  notPaid: {
    untouched: 'Nada foi cobrado. Você pode voltar para a loja e começar um novo pagamento.',
    inDoubt:
      'Não recebemos este pagamento. Se ele aparecer no seu banco, não pague de novo: o valor contará para este pagamento ou será devolvido.',
  },
  refunded: { title: 'Pagamento devolvido', text: 'O dinheiro volta pelo mesmo meio. Dependendo do banco, isso leva alguns dias.' },
  fraud: {
    title: 'Pagamento não aceito',
    text: 'O dinheiro volta pelo mesmo meio. Dependendo do banco, isso leva alguns dias. A loja pode dar mais informações.',
  },

  noCodesLeft: {
    choose: 'Todas as tentativas com código BLIK foram usadas. Escolha outra forma de pagamento abaixo.',
    shop: 'Todas as tentativas com código BLIK foram usadas. Volte para a loja e pague de outra forma.',
  },

  failure: {
    title: 'O pagamento não foi concluído',
    new_code: {
      text: 'Este código BLIK não vale: foi digitado errado, já foi usado ou expirou.',
      next: 'Digite um novo código do app do seu banco.',
    },
    look_in_app: {
      text: 'Não foi possível acessar o app do seu banco.',
      next: 'Abra o app, veja se o BLIK está ativado e digite um novo código.',
    },
    refused: { text: 'Você ou o seu banco recusou o pagamento.', next: 'Tente de novo ou escolha outra forma de pagamento.' },
    too_late: { text: 'O pagamento não foi confirmado a tempo.', next: 'Tente de novo e confirme logo em seguida.' },
    code_instead: { text: 'O pagamento sem código não funcionou.', next: 'Pague com um código BLIK.' },
    amount_too_high: {
      text: 'O valor é maior que o seu saldo ou que um limite do seu banco.',
      next: 'Aumente o limite no app do seu banco ou escolha outra forma de pagamento.',
    },
    technical: {
      text: 'O pagamento não foi possível por motivos técnicos.',
      next: 'Tente de novo daqui a pouco ou escolha outra forma de pagamento.',
    },
    not_confirmed: {
      text: 'A confirmação no seu banco não deu certo.',
      next: 'Tente de novo ou escolha outra forma de pagamento.',
    },
    given_up: { text: 'Você saiu antes de concluir o pagamento.', next: 'Tente de novo ou escolha outra forma de pagamento.' },
  },

  errors: {
    channel_missing: 'Escolha como você quer pagar.',
    channel_unusable: 'Esta forma de pagamento não está disponível agora. Escolha outra.',
    too_many_attempts: 'Houve tentativas demais neste pagamento. Volte para a loja e comece um novo.',
    too_many_codes: 'Não é possível digitar mais códigos BLIK neste pagamento. Escolha outra forma de pagamento.',
    channel_unreachable: 'Esta forma de pagamento não está respondendo. Nada foi cobrado. Tente de novo ou escolha outra.',
    code_missing: 'Digite o código BLIK.',
    code_malformed: 'O código BLIK tem 6 dígitos.',
  },
};
