import type { EntryKind } from '#shared/finance/ledger.ts'
import type { en } from '#shared/messages/en.ts'

const kinds: Record<EntryKind, string> = {
  'payment.captured': '订单支付',
  'refund.succeeded': '退款',
  'refund.returned': '退款退回',
  'refund.cancelled': '退款取消',
  'refund.credited': '退到余额',
  'credit.used': '余额支付',
  'order.cancelled': '订单取消',
  'order.edited': '订单变更',
  'order.written_off': '坏账核销',
  'payment.settled': '付款换币结算',
  'refund.settled': '退款换币结算',
  'currency.exchanged': '货币兑换',
  'fx.realised': '汇兑差额',
  'payout.created': '渠道提现',
  'dispute.opened': '拒付',
  'dispute.won': '拒付胜诉',
  'dispute.lost': '拒付败诉',
  'dispute.offset': '拒付冲抵',
  'payout.arrived': '渠道到账',
  'payout.short': '到账短款',
  'payout.failed': '提现失败',
  'fee.provider': '渠道手续费',
  'fee.bank': '银行手续费',
  'transfer.arrived': '资金划转',
  'interest.received': '利息收入',
  'line.posted': '其他收付',
  'receipt.unknown': '待查长款',
  'payment.unknown': '待查短款',
  'difference.small': '尾差',
  'entry.manual': '手工记账',
  'entry.reversed': '冲销',
  'period.closed': '结转损益',
}

export const finance: (typeof en)['finance'] = {
  currency: '币种',
  period: '期间',
  allTime: '全部时间',
  since: (day) => `${day}起`,
  until: (day) => `截至${day}`,
  accountingDay: '记账日',

  income: '收入',
  expense: '支出',
  net: '净额',
  closing: '期末结余',
  opening: '期初',

  flow: '方向',
  flows: { in: '收入', out: '支出', none: '不计收支' },
  neutral: '不计收支',
  leftOut: '不含',
  statement: '对账单',
  day: '日期',

  filterForm: '筛选流水',
  kind: '类型',
  kinds,
  kindTitles: kinds,

  entries: '资金流水',
  columns: {
    number: '流水号',
    occurred: '发生时间',
    kind: '类型',
    memo: '摘要',
    postings: '借 / 贷',
    order: '订单号',
    in: '收入',
    out: '支出',
  },
  total: (currency) => `${currency} 合计`,
  count: (n) => `${n} 笔`,
  timesIn: (zone) => `时区 ${zone}`,
  debitShort: '借',
  creditShort: '贷',

  entry: (number) => `流水 ${number}`,
  backToEntries: '明细',
  debitAndCredit: '借 / 贷',
  account: '科目',
  ownAccount: '账户',
  channel: '渠道',
  debit: '借方',
  credit: '贷方',

  days: (from, to, year) => {
    const start = `${year || from.year !== to.year ? `${from.year}年` : ''}${from.month}月${from.day}日`
    if (from.year !== to.year) return `${start}–${to.year}年${to.month}月${to.day}日`
    if (from.month !== to.month || from.day > to.day) return `${start}–${to.month}月${to.day}日`
    return from.day === to.day ? start : `${start}–${to.day}日`
  },
  daysUntil: (days, clock) => `${days}，截至 ${clock}`,
  minute: (day, clock) => `${day} ${clock}`,
  dayOfMonth: (day) => `${day}日`,
}
