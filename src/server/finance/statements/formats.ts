import type { StatementFormat } from '#shared/finance/statements.ts'

/** The formats whose references no two lines of an account share. */
export const uniqueReferenceFormats: ReadonlySet<StatementFormat> = new Set([])

/** The headings of a file. Where `class` is missing, the sign of the amount is the direction; without `currency` all lines are in CNY. */
export interface FormatColumns {
  /** The day, with or without its time. */
  day: string
  clockTime?: string
  amount: string
  class?: string
  currency?: string
  balance?: string
  counterparty: string
  counterpartyAccount?: string
  description: readonly string[]
  reference?: string
  orderReference?: string
  status?: string
}

/** The columns of every format: a file with all of these headings in one line is of this format, whatever else it has. */
export const formatColumns: Readonly<Record<StatementFormat, FormatColumns>> = {
  alipay: {
    day: '交易时间',
    amount: '金额',
    class: '收/支',
    counterparty: '交易对方',
    counterpartyAccount: '对方账号',
    description: ['交易分类', '商品说明'],
    reference: '交易订单号',
    orderReference: '商家订单号',
    status: '交易状态',
  },
  wechat_pay: {
    day: '交易时间',
    amount: '金额(元)',
    class: '收/支',
    counterparty: '交易对方',
    description: ['交易类型', '商品', '备注'],
    reference: '交易单号',
    orderReference: '商户单号',
    status: '当前状态',
  },
  cmb: {
    day: '记账日期',
    amount: '交易金额',
    currency: '货币',
    balance: '联机余额',
    counterparty: '对手信息',
    description: ['交易摘要', '客户摘要'],
  },
  boc: {
    day: '记账日期',
    clockTime: '记账时间',
    amount: '金额',
    currency: '币别',
    balance: '余额',
    counterparty: '对方账户名',
    counterpartyAccount: '对方卡号/账号',
    description: ['交易名称', '附言'],
  },
}
