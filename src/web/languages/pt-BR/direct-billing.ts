import { pluralText } from '../plural.js';
import type { DirectBillingTexts } from '../en/direct-billing.js';

export const directBilling: DirectBillingTexts<'pt-BR'> = {
  amountFrom: (price) => `a partir de ${price}`,
  vat: (vat) => `inclui 23% de IVA: ${vat}`,
  priceByOperator: 'O preço depende da sua operadora.',
  steps: { choose: 'Número', code: 'Código', done: 'Resultado' },

  choose: {
    title: 'Pagar com a conta do celular',
    operator: 'Sua operadora',
    phone: 'Número do celular',
    phoneHint: 'Enviaremos um código para este número.',
    phoneFixed: 'A loja informou este número. Enviaremos um código para ele.',
    submit: (price) => `Receber um código para pagar ${price}`,
    submitAny: 'Receber um código por SMS',
    terms: 'O valor será somado à sua conta de celular ou descontado dos seus créditos.',
  },
  code: {
    title: 'Digite o código',
    sentTo: (phone, operator) => `Enviamos um SMS com um código para ${phone} (${operator}).`,
    label: 'Código do SMS',
    hint: '6 dígitos',
    triesLeft: pluralText('pt-BR', {
      one: 'Resta # tentativa para este código.',
      many: 'Restam # de tentativas para este código.',
      other: 'Restam # tentativas para este código.',
    }),
    submit: (price) => `Pagar ${price}`,
    terms: 'Ao digitar o código, você concorda que o valor seja cobrado neste número.',
    notArrived: 'O SMS não chegou?',
    resend: 'Enviar um novo código',
    resendIn: 'Enviar um novo código em',
    seconds: 's',
    noResend: 'Este foi o último código. Se ele não chegar, volte para a loja e comece um novo pagamento.',
    usedUp: 'Este código não pode mais ser usado. Peça um novo.',
    change: 'Mudar o número ou a operadora',
  },
  waiting: {
    title: 'Aguardando a sua operadora',
    text: 'Estamos verificando o pagamento. Não pague de novo: isso costuma levar alguns segundos.',
  },
  confirmed: {
    title: 'A sua operadora aceitou o pagamento',
    text: 'Ele está sendo registrado. Você pode fechar esta página.',
  },
  paid: {
    title: 'Pago',
    text: (seller) => `O seu pagamento a ${seller} foi registrado. Se a loja ainda não souber dele, informe o número do pagamento.`,
  },
  rejected: {
    title: 'Pagamento não realizado',
    nothingCharged: 'Nada foi cobrado.',
    insufficient_funds: 'Este número não tem créditos suficientes.',
    blocked_by_operator: 'A operadora bloqueia este tipo de pagamento neste número. O atendimento dela pode liberar.',
    limit_exceeded: 'Este número atingiu o limite da operadora para este tipo de pagamento.',
    number_not_served: 'Este número não é desta operadora. Confira se você escolheu a sua.',
    code_expired: 'O código expirou.',
    too_many_codes: 'O código foi digitado errado muitas vezes.',
    expired: 'O prazo deste pagamento terminou.',
    other: 'A operadora recusou o pagamento.',
    nextStep: 'Você pode voltar para a loja e começar um novo pagamento.',
  },
  method: (operator) => `Conta do celular, ${operator}`,
  phoneLabel: 'Número',

  simulated: { noMoney: 'Nenhum dinheiro será cobrado.', sms: 'O SMS chega ao', link: 'celular simulado' },

  errors: {
    operator_missing: 'Escolha a sua operadora.',
    operator_unavailable: 'Esta operadora não está disponível agora. Escolha outra.',
    phone_missing: 'Digite o número do seu celular.',
    phone_invalid: 'Digite um número de celular polonês: 9 dígitos, por exemplo 500 600 700.',
    number_refused: 'A operadora não aceita este número. Confira o número e a operadora.',
    too_many_codes: 'Não é possível enviar mais códigos para este pagamento.',
    too_soon: pluralText('pt-BR', {
      one: 'Um novo código poderá ser enviado em # segundo.',
      many: 'Um novo código poderá ser enviado em # de segundos.',
      other: 'Um novo código poderá ser enviado em # segundos.',
    }),
    too_many_requests: pluralText('pt-BR', {
      one: 'Muitos códigos foram pedidos. Tente de novo em # minuto.',
      many: 'Muitos códigos foram pedidos. Tente de novo em # de minutos.',
      other: 'Muitos códigos foram pedidos. Tente de novo em # minutos.',
    }),
    operator_unreachable: 'A operadora não está respondendo. Tente de novo daqui a pouco.',
    code_missing: 'Digite o código do SMS.',
    code_malformed: 'O código tem 6 dígitos.',
    code_wrong: 'Este código não está certo. Confira o SMS mais recente.',
  },
};
