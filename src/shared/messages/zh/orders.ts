import type { en } from '#shared/messages/en.ts'

export const orders: (typeof en)['orders'] = {
  title: '订单',

  tabs: { label: '视图', all: '全部', toShip: '待发货', unpaid: '未付款' },
  count: (count) => `${count} 单`,
  timesIn: (zone) => `时区 ${zone}`,

  search: {
    label: '搜索订单',
    placeholder: '单号、姓名、手机号…',
  },
  export: '导出',
  bulk: {
    column: '选择',
    select: (number) => `选择 ${number}`,
    jobs: '任务',
    next: '下一单发货',
    choose: '批量处理所选订单',
  },
  filter: {
    label: '筛选订单',
    status: '状态',
    payment: '付款状态',
    fulfillment: '发货状态',
    currency: '币种',
    placed: '下单时间',
    search: '搜索',
    customer: '客户',
    assignee: '负责人',
    mine: '我',
    tag: '标签',
    archived: '归档',
    balance: '余额',
    balanceValues: { due: '客户欠款', owed: '应退客户' },
    buyerValues: { new: '新客户' },
    has: '包含',
    hasValues: { note: '备注', customer_note: '买家留言', refund: '退款' },
    import: '导入',
    source: '来源',
    method: '支付方式',
    country: '国家/地区',
    sku: 'SKU',
    unassigned: '未分配',
    amount: '订单金额',
    paid: '付款时间',
    shipped: '发货时间',
    refunded: '退款时间',
    changed: '更新时间',
    not: '排除',
    archivedValues: { no: '未归档', yes: '已归档' },
  },

  columns: {
    number: '订单号',
    shopNumber: '店铺单号',
    placed: '下单时间',
    customer: '客户',
    items: '件数',
    status: '状态',
    payment: '付款',
    fulfillment: '发货',
    total: '金额',
    source: '来源',
    place: '地区',
    assignee: '负责人',
    totalIn: (sign) => `金额，${sign}`,
  },

  sources: {
    kontor: '人工录入',
    api: 'API',
    shopify: 'Shopify',
    woocommerce: 'WooCommerce',
    youzan: '有赞',
    web: '网店',
    wechat: '微信小店',
  },

  print: { button: '打印' },

  import: { button: '导入', title: '导入订单' },

  isAssigned: (name) => `负责人：${name}`,
  /** The button for a new order; the second is for phones. */
  createButton: '新建订单',
  createButtonShort: '新建',
}
