import type { storeCredit as English } from '#shared/messages/en/store-credit.ts'

/** 客户余额提现与调整的对话框。 */
export const storeCredit: typeof English = {
  balance: '客户余额：',
  amount: '金额',
  change: '调整方式',
  give: '增加余额',
  take: '扣减余额',
  payOut: {
    title: (customer) => `${customer} 余额提现`,
    text: '先把款项付给客户，再在此登记。之后银行对账单明细会与这笔流水匹配。',
    account: '付款账户',
    noAccount: '请先在财务明细中开设银行账户。',
    reason: '付款凭证',
    reasonHint: '转账交易单号或其他凭证。',
    submit: '登记提现',
  },
  adjust: {
    title: (customer) => `调整 ${customer} 的余额`,
    text: '用于补偿客户，或录入此前在别处记录的余额。',
    account: '对方科目',
    reason: '理由',
    reasonHint: '其他人可在这笔流水中看到。',
    submit: '调整余额',
  },
  done: (customer) => `${customer} 的余额已更新。`,
  requested: '须由他人在财务明细中审批。',
}
