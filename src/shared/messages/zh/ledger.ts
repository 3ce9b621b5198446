import type { AccountRole, AccountType } from '#shared/finance/ledger.ts'
import type { ledger as en } from '#shared/messages/en/ledger.ts'
import { providerName } from '#shared/messages/zh/finance.ts'
import { named } from '#shared/messages/zh/named.ts'

const roles: Record<AccountRole, string> = {
  cash: '库存现金',
  bank: '银行存款',
  transit: '在途资金',
  wallet: '支付账户余额',
  clearing: '待结算',
  receivable: '应收账款',
  other_receivable: '其他应收款',
  dispute: '拒付在途',
  shortage: '待查短款',
  other_asset: '其他资产',
  loan: '借款',
  payable: '应付账款',
  deposit: '预收账款',
  salaries_payable: '应付职工薪酬',
  tax: '应交税费',
  other_payable: '其他应付款',
  refund_due: '应付退款',
  suspense: '待查款项',
  opening: '期初余额',
  profit: '本年利润',
  conversion: '货币兑换',
  sales: '主营业务收入',
  discount: '销售折扣',
  returns: '销售退回',
  shipping: '运费收入',
  other_income: '营业外收入',
  exchange_gain: '汇兑收益',
  promotion: '营销费用',
  commission: '佣金',
  carrier_cost: '物流费',
  other_expense: '其他费用',
  rent: '租金',
  salaries: '职工薪酬',
  provider_fee: '支付手续费',
  bank_fee: '银行手续费',
  exchange_loss: '汇兑损失',
  rounding: '尾差',
  chargeback_loss: '拒付损失',
  bad_debt: '坏账损失',
}

const short: Partial<Record<AccountRole, string>> = {
  receivable: '应收',
  deposit: '预收',
  refund_due: '应退',
  sales: '收入',
  tax: '税费',
  discount: '折扣',
  returns: '退回',
  shipping: '运费',
}

const types: Record<AccountType, string> = {
  asset: '资产',
  liability: '负债',
  equity: '权益',
  income: '收入',
  expense: '费用',
}

export const ledger: typeof en = {
  roles,
  types,
  accountName: ({ role, provider, name, nameZh }) => {
    if (name || nameZh) return nameZh || name || ''
    return role === 'clearing' ? named('', providerName(provider), '待结算') : roles[role]
  },
  accountShort: ({ role, provider, name, nameZh }) => {
    if (name || nameZh) return nameZh || name || ''
    return role === 'clearing' ? providerName(provider) || roles.clearing : (short[role] ?? roles[role])
  },

  tabs: { flow: '资金流水', accounts: '账户' },

  accounts: {
    list: '账户',
    columns: { account: '账户', type: '类别', moved: '最近变动', debit: '借方余额', credit: '贷方余额' },
    trialBalance: (currency) => `试算平衡 ${currency}`,
    balanced: '借贷平衡',
    different: (amount) => `借贷相差 ${amount}`,
    none: '还没有账户',
    noneHint: '订单第一次收款后自动出现，也可以先添加银行账户。',
    archived: '已停用',
    never: '无',

    add: '新增账户',
    addTitle: '新增账户',
    addText: '科目编号和币种之后不能更改。',
    role: '用途',
    currency: '币种',
    name: '名称',
    nameZh: '中文名称',
    nameHint: '例如银行名称和账号后四位。',
    added: (name) => `已新增${named('', name)}`,
    rename: '重命名',
    renameTitle: (code) => `重命名账户 ${code}`,
    renameText: '两个名称都留空时，使用科目表中的名称。',
    renamed: '账户已重命名',
    save: '保存',
    cancel: '取消',
    archive: '停用',
    archiveHint: '停用后不能再记账，已有流水保留。',
    archiveDone: (name) => `已停用${named('', name)}`,
    unarchive: '重新启用',
    unarchiveDone: (name) => `已重新启用${named('', name)}`,

    missing: (code) => `找不到账户 ${code}`,
    missingHint: '账户不会被删除，检查网址中的编号。',
    back: '账户',
    postings: '账户明细',
    postingColumns: {
      entry: '流水号',
      occurred: '发生时间',
      kind: '类型',
      memo: '摘要',
      counter: '对方科目',
      debit: '借方',
      credit: '贷方',
      balance: '余额',
    },
    opening: '期初余额',
    debits: '借方发生额',
    credits: '贷方发生额',
    change: '净变动',
    closing: '期末余额',
    noPostings: '该期间没有明细',
    noPostingsHint: '换一个期间查看。',
    openingShort: '期初',
    plusChange: '＋ 净变动',
    count: (n) => `${n} 条`,
  },
}
