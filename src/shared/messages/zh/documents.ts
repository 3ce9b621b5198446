import { formatCount } from '#shared/count.ts'
import type { documents as documentsInEnglish } from '#shared/messages/en/documents.ts'

export const documents: typeof documentsInEnglish = {
  print: '打印',
  order: '订单号',
  shopNumber: '店铺单号',
  placed: '下单时间',
  printed: '打印时间',
  phone: '电话',
  item: '商品',
  sku: 'SKU',
  quantity: '数量',
  reprint: '补打',

  packingSlip: {
    title: '装箱单',
    titles: (count) => `${formatCount(count)} 张装箱单`,
    shipTo: '收货人',
    shippingMethod: '配送方式',
    note: '备注',
    itemCount: (count) => `共 ${formatCount(count)} 件`,
    shippedBefore: (count) => `此前已发 ${formatCount(count)} 件`,
    nothingToShip: '没有需要发货的商品',
  },
  pickList: {
    title: '拣货单',
    summary: (orders, items) => `${formatCount(orders)} 个订单，共 ${formatCount(items)} 件`,
    orders: '订单',
    part: (orderNumber, quantity) => `${orderNumber} × ${formatCount(quantity)}`,
    notIncluded: '未包含',
    nothingToShip: '没有待发商品',
    nothingToPick: '没有需要拣的商品。',
  },
}
