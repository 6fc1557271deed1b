import { pluralText } from '../plural.js';
import type { ShellTexts } from '../en/shell.js';

export const shell: ShellTexts<'pt-BR'> = {
  skip: 'Ir para o pagamento',
  order: 'Seu pedido',
  seller: 'Vendedor',
  amount: 'Total a pagar',
  progress: 'Andamento',
  back: 'Voltar para a loja',
  leave: 'Cancelar e voltar para a loja',
  returning: 'Você voltará para a loja em',
  stay: 'Ficar nesta página',
  stayed: 'Você continua nesta página.',
  reference: 'Pagamento nº',
  copyReference: 'Copiar o número do pagamento',
  copied: 'O número do pagamento foi copiado.',
  payBefore: (time) => `Pague até as ${time}`,
  payBeforeTomorrow: (time) => `Pague até amanhã, às ${time}`,
  moreTime: 'Preciso de mais tempo',
  secondsLeft: pluralText('pt-BR', { one: 'Resta # segundo', many: 'Restam # de segundos', other: 'Restam # segundos' }),
  sending: 'Enviando. Aguarde.',
  offline: { title: 'Sem conexão.', text: 'Não pague de novo: continuamos verificando.' },
  reloads: 'Esta página é atualizada sozinha a cada poucos segundos.',
  stopReloading: 'Mostrar sem atualizar',
  checkAgain: 'Verificar de novo',
  servedBy: 'Pagamento processado por Payment Gateway',
  accessibility: 'Acessibilidade',
  testMode: 'Modo de teste',

  receipt: {
    title: 'Comprovante',
    amount: 'Valor',
    date: 'Data',
    method: 'Forma de pagamento',
    contact: 'Dúvidas e reclamações',
    withdrawal: 'Direito de arrependimento',
    withdraw: 'Desistir do contrato em',
  },

  errors: { titlePrefix: 'Erro: ', summary: 'Verifique o seguinte' },

  closed: {
    title: 'Esta loja não está aceitando pagamentos no momento',
    text: 'Não é possível fazer este pagamento. A loja pode dar mais informações.',
    untouched: 'Nada foi cobrado.',
  },

  problem: {
    unknown: { title: 'Esta página não existe', text: 'Confira o endereço. Para pagar, abra o link que a loja enviou.' },
    missing: {
      title: 'Este pagamento não existe',
      text: 'O endereço pode estar incompleto. Volte para a loja e comece o pagamento de novo.',
    },
    link: {
      title: 'Este link não funciona',
      text: 'Ele pode estar incompleto ou desatualizado. Abra-o de novo no seu comprovante ou fale com a loja.',
    },
    refused: {
      title: 'Envio recusado',
      text: 'O formulário veio de outro site. Se você queria pagar, comece de novo na loja.',
    },
    unreadable: {
      title: 'Não foi possível ler o formulário',
      text: 'Nada foi alterado. Abra o pagamento de novo e preencha o formulário.',
    },
    busy: { title: 'Muitas solicitações', text: 'Aguarde um momento e abra o pagamento de novo.' },
    failed: {
      title: 'Algo deu errado',
      text: 'Não foi possível concluir esta etapa. Abra o pagamento de novo: a página mostra em que ponto ele está.',
    },
    errorId: 'Número do erro',
    open: 'Abrir o pagamento',
  },
};
