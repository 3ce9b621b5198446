import { formatCount } from '#shared/count.ts'
import type { Messages } from '#shared/messages/en.ts'

export const checks: Messages['checks'] = {
  byId: {
    'amounts-exact': '金额均为整数最小货币单位，计算无误差',
    'entries-balanced': '每笔流水各币种借贷平衡',
    'entries-complete': '每笔流水分录完整，没有孤立分录',
    'entries-numbered': '流水按入账顺序连续编号，无断号',
    'entries-sealed': '每笔流水的哈希与内容及上一笔相符',
    'reversals': '每笔冲销与原流水方向相反、内容一致，且同一流水只冲销一次',
    'entry-keys-unique': '没有重复入账',
    'accounting-days': '每笔流水的记账日与资金发生日一致',
    'accounts-by-chart': '账户与科目表一致，每个账户只有一种货币',
    'account-balances': '账户余额等于分录合计',
    'running-balances': '每条分录的余额与上一条衔接',
    'day-totals': '每日合计等于当日分录合计',
    'trial-balance': '所有账户余额合计为零',
    'accounting-equation': '资产 + 费用 = 负债 + 权益 + 收入',
    'entries-have-documents': '每笔流水都关联订单和支付单，退款另关联退款单',
    'documents-have-entries': '每笔支付和退款都按原金额入账一次',
    'revenue-of-orders': '订单的入账收入与订单金额一致',
    'refunds-within-captures': '退款不超过对应的收款',
    'order-totals': '订单总额等于商品、优惠、运费与税费之和',
    'orders-as-received': '导入订单的金额与导入时一致',
    'order-money': '订单的已付、已退金额与支付单、退款单一致',
    'order-statuses': '订单状态与付款、发货一致',
    'shipped-quantities': '已发数量与发货单一致',
  },
  rows: (value) => `${formatCount(value)} 行`,
}
