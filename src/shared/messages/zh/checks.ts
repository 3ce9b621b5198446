import { formatCount } from '#shared/count.ts'
import type { Messages } from '#shared/messages/en.ts'

export const checks: Messages['checks'] = {
  byId: {
    'amounts-exact': '金额都是可以精确计算的整数',
    'entries-balanced': '每笔流水在每种货币下借贷相等',
    'entries-complete': '每笔流水的分录齐全，没有无主分录',
    'entries-numbered': '流水按入账先后连续编号，没有断号',
    'entries-sealed': '每笔流水的哈希与内容、与上一笔一致',
    'entry-keys-unique': '同一外部单号只入账一次',
    'accounting-days': '每笔流水记在资金发生的那一天',
    'accounts-by-chart': '每个账户的类型和科目号符合科目表，且只有一种货币',
    'account-balances': '每个账户的余额等于分录之和',
    'running-balances': '每条分录接着上一条的余额',
    'day-totals': '每日合计等于当日分录之和',
    'trial-balance': '所有账户的余额合计为零',
    'accounting-equation': '资产加费用等于负债、权益与收入之和',
    'entries-have-documents': '每笔流水都对应订单、支付单，退款还对应退款单',
    'documents-have-entries': '每笔支付和退款都按原金额入账一次',
    'revenue-of-orders': '账上每个订单的收入与订单金额一致',
    'refunds-within-captures': '每笔支付的退款都不超过收款',
    'order-totals': '每个订单的总额等于明细与各项之和',
    'orders-as-received': '外部来的每个订单与收到时的金额一致',
    'order-money': '每个订单的收款和退款等于支付单与退款单之和',
    'order-statuses': '每个订单的状态与付款、发货一致',
    'shipped-quantities': '每行的已发数量等于发货单之和',
  },
  rows: (value) => `${formatCount(value)} 行`,
}
