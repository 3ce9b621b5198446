import { formatCount } from '#shared/count.ts'
import type { shipping as English } from '#shared/messages/en/shipping.ts'
import { named } from '#shared/messages/zh/named.ts'

export const shipping: typeof English = {
  quantityOf: (open) => `共 ${formatCount(open)} 件`,
  chooseItems: '选择商品…',
  items: '本包裹商品',
  delivered: '送达于',
  cancelledBecause: (reason) => `已取消：${reason}`,
  track: (trackingNumber) => `查询运单 ${trackingNumber}`,
  actionsOf: (shipmentNumber) => `${shipmentNumber} 的操作`,
  actions: { deliverShipment: '标记送达', correctShipment: '修改', cancelShipment: '取消发货' },
  deliverAll: (parcels) => `标记 ${formatCount(parcels)} 个包裹送达`,

  deliver: {
    title: (shipmentNumber) => `标记 ${shipmentNumber} 送达`,
    titleAll: (parcels) => `标记 ${formatCount(parcels)} 个包裹送达`,
    text: (orderNumber) => `订单 ${orderNumber} 的客户已收货。`,
    at: '送达时间',
    atHint: (zone) => `时区 ${zone}。留空为当前时间。`,
    submit: '标记送达',
    done: (orderNumber) => `${orderNumber} 已送达。`,
  },
  correct: {
    title: (shipmentNumber) => `修改 ${shipmentNumber}`,
    text: '修改物流公司或运单号，原内容保留在订单动态中。',
    submit: '保存',
    done: (shipmentNumber) => `${shipmentNumber} 已修改。`,
  },
  cancel: {
    title: (shipmentNumber) => `取消包裹 ${shipmentNumber}？`,
    text: (items) => `${formatCount(items)} 件商品恢复为待发货。`,
    keep: '保留包裹',
    submit: '取消发货',
    done: (shipmentNumber) => `${shipmentNumber} 已取消。`,
  },

  carriers: {
    link: '管理物流公司',
    title: '物流公司',
    text: '运单号会链接到物流公司的查询页面。常用物流公司已内置，自行添加的优先。',
    none: '还没有添加物流公司。',
    name: '名称',
    trackingUrl: '查询网址',
    trackingUrlHint: '以 https 开头，用 {number} 代替运单号。',
    add: '添加',
    added: (name) => `${named('已添加', name)}。`,
    remove: '删除',
    removeNamed: (name) => named('删除', name),
    removed: (name) => `${named('已删除', name)}。`,
    done: '完成',
  },
}
