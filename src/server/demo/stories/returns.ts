import { type Narrator, newest, part, printed, type Story, createStory } from '#server/demo/story.ts'
import type { OrderView } from '#shared/orders/views.ts'

/** Returns in every status. */
export const returnStories = ({ order, step }: Narrator): Story[] => [
  createStory(
    order(8, '22:05', '何雨桐', { 'CS-45': 3 }),
    step(7, '10:31', 'min', 'shipOrder', { carrier: '韵达快递', trackingNumber: '4320118827734' }),
    step(5, '15:08', 'chen', 'deliverShipment', {}),
    step(1, '11:20', 'chen', 'requestReturn', (sale) => ({ reason: '尺寸不合适', lines: [part(sale, 0, 2)] })),
  ),
  createStory(
    order(11, '10:10', 'Hannah Osei', { 'LR-180-N': 2 }),
    step(10, '10:34', 'min', 'shipOrder', { carrier: 'EMS', trackingNumber: 'EA118201778CN' }),
    step(4, '15:20', 'lucy', 'deliverShipment', {}),
    step(2, '15:40', 'lucy', 'requestReturn', (sale) => ({
      reason: 'Ordered one too many',
      lines: [part(sale, 0, 1)],
      approved: '1' as const,
    })),
  ),
  createStory(
    order(12, '09:20', '方昊', { 'CT-0650': 1, 'GW-300': 2 }),
    step(11, '10:32', 'min', 'shipOrder', { carrier: '顺丰速运', trackingNumber: 'SF1390448170053' }),
    step(9, '15:05', 'chen', 'deliverShipment', {}),
    step(6, '11:40', 'chen', 'requestReturn', (sale) => ({ reason: '公道杯有划痕', lines: [part(sale, 1)] })),
    step(6, '11:42', 'chen', 'approveReturn', onNewest),
    step(1, '14:20', 'min', 'receiveReturn', (sale) => ({
      ...onNewest(sale),
      lines: [
        { ...part(sale, 1, 1), condition: 'damaged' as const },
        { ...part(sale, 1, 1), condition: 'new' as const, restock: '1' as const },
      ],
    })),
  ),
  createStory(
    order(13, '11:45', '刘思远', { 'VB-28': 1, 'OL-LJ-100': 1 }, { provider: 'Alipay' }),
    step(12, '10:37', 'min', 'shipOrder', { carrier: '顺丰速运', trackingNumber: 'SF1390448166304' }),
    step(10, '15:04', 'chen', 'deliverShipment', {}),
    step(9, '09:30', 'wei', 'printOrders', printed('invoice')),
    step(8, '10:18', 'chen', 'requestReturn', (sale) => ({ reason: '花瓶与家里不搭', lines: [part(sale, 0)] })),
    step(8, '10:20', 'chen', 'approveReturn', onNewest),
    step(4, '14:30', 'min', 'receiveReturn', (sale) => ({
      ...onNewest(sale),
      lines: [{ ...part(sale, 0), condition: 'new' as const, restock: '1' as const }],
    })),
    step(4, '15:10', 'chen', 'refundOrder', (sale) => ({
      everything: false,
      lines: [part(sale, 0)],
      reason: '退货已收到',
    })),
    step(4, '16:00', 'wei', 'approveRefund', ({ refunds }) => ({ refund: newest(refunds) })),
    step(4, '16:10', 'chen', 'completeReturn', onNewest),
    step(4, '16:30', 'wei', 'printOrders', printed('credit-note')),
  ),
  createStory(
    order(13, '20:20', 'Marcus Webb', { 'OL-PE-357': 1 }),
    step(12, '10:45', 'min', 'shipOrder', { carrier: 'EMS', trackingNumber: 'EA118200660CN' }),
    step(7, '15:02', 'lucy', 'deliverShipment', {}),
    step(6, '09:45', 'lucy', 'requestReturn', (sale) => ({
      reason: 'Tastes different than last time',
      lines: [part(sale, 0)],
    })),
    step(6, '10:05', 'lucy', 'rejectReturn', (sale) => ({
      ...onNewest(sale),
      reason: 'Opened tea cannot be returned',
    })),
    step(5, '17:20', 'lucy', 'archiveOrder', {}),
    step(2, '09:20', 'lucy', 'unarchiveOrder', {}),
    step(2, '09:24', 'lucy', 'addNote', { text: 'Marcus asks again. Offered a discount on his next order.' }),
  ),
  createStory(
    order(12, '18:00', '赵倩', { 'SC-BOX': 1 }),
    step(11, '10:49', 'min', 'shipOrder', { carrier: '顺丰速运', trackingNumber: 'SF1390448171960' }),
    step(9, '15:09', 'chen', 'deliverShipment', {}),
    step(7, '13:50', 'chen', 'requestReturn', (sale) => ({
      reason: '盒盖颜色偏深',
      lines: [part(sale, 0)],
      approved: '1' as const,
    })),
    step(5, '09:15', 'chen', 'cancelReturn', (sale) => ({ ...onNewest(sale), reason: '客户决定保留' })),
    step(3, '17:45', 'chen', 'archiveOrder', {}),
  ),
]

const onNewest = ({ returns }: OrderView): { returnNumber: string } => ({ returnNumber: newest(returns) })
