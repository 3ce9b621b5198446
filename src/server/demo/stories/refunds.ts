import { createPng } from '#server/demo/files.ts'
import { type Narrator, newest, part, type Story, createStory } from '#server/demo/story.ts'

/**
 * Refunds in every status. The simulated provider declines amounts that end in 99 and takes its time for those that end in 98
 * (`createDemoProviders`): one or two sets of coasters.
 */
export const refundStories = ({ order, step }: Narrator): Story[] => [
  createStory(
    order(6, '18:33', '林可心', { 'TC-04-JL': 2, 'GW-300': 1 }),
    step(5, '10:48', 'min', 'shipOrder', { carrier: '顺丰速运', trackingNumber: 'SF1390448196620' }),
    step(3, '15:02', 'chen', 'deliverShipment', {}),
    step(1, '10:12', 'chen', 'attachFile', { file: createPng('杯口磕碰.png') }),
    step(1, '10:14', 'chen', 'addNote', { text: '客户发来照片，一只茶杯杯口有磕碰，不用寄回。' }),
    step(1, '10:16', 'chen', 'refundOrder', (sale) => ({
      everything: false,
      lines: [part(sale, 0, 1)],
      reason: '茶杯破损',
    })),
  ),
  createStory(
    order(13, '09:15', 'Hannah Osei', { 'BB-TRAY': 1 }),
    step(12, '10:41', 'min', 'shipOrder', { carrier: 'EMS', trackingNumber: 'EA118200512CN' }),
    step(1, '09:35', 'lucy', 'deliverShipment', {}),
    step(1, '11:05', 'lucy', 'refundOrder', {
      everything: false,
      lines: [],
      shipping: '18.00',
      reason: 'Arrived a week late',
    }),
  ),
  createStory(
    order(6, '20:10', '周立', { 'BC-06': 2 }),
    step(5, '10:50', 'min', 'shipOrder', { carrier: '圆通速递', trackingNumber: 'YT8820114433907' }),
    step(3, '15:06', 'chen', 'deliverShipment', {}),
    step(1, '15:05', 'chen', 'refundOrder', (sale) => ({
      everything: false,
      lines: [part(sale, 0)],
      reason: '颜色与图片不符',
    })),
    step(1, '17:30', 'wei', 'approveRefund', ({ refunds }) => ({ refund: newest(refunds) })),
  ),
  createStory(
    order(7, '15:55', '孙晓彤', { 'BC-06': 1, 'OL-LJ-100': 1 }, { provider: 'Alipay' }),
    step(6, '10:33', 'min', 'shipOrder', { carrier: '顺丰速运', trackingNumber: 'SF1390448191145' }),
    step(2, '10:02', 'chen', 'refundOrder', (sale) => ({
      everything: false,
      lines: [part(sale, 0)],
      reason: '少发一件',
    })),
    step(2, '13:45', 'wei', 'approveRefund', ({ refunds }) => ({ refund: newest(refunds) })),
  ),
  createStory(
    order(12, '12:12', '吴桐', { 'CS-45': 2 }),
    step(11, '10:36', 'min', 'shipOrder', { carrier: '中通快递', trackingNumber: '75310022170081' }),
    step(9, '15:12', 'chen', 'deliverShipment', {}),
    step(1, '11:30', 'chen', 'refundOrder', { everything: true, lines: [], reason: '客户不喜欢颜色' }),
    step(1, '14:00', 'wei', 'rejectRefund', ({ refunds }) => ({
      refund: newest(refunds),
      reason: '已超过七天无理由退货期',
    })),
  ),
  createStory(
    order(10, '14:00', 'Jonas Brandt', { 'GW-300': 2 }, { provider: 'PayPal' }),
    step(9, '10:39', 'min', 'shipOrder', { carrier: 'DHL', trackingNumber: '4471207740' }),
    step(4, '10:05', 'wei', 'refundOrder', {
      everything: false,
      lines: [],
      amount: '10.00',
      reason: 'Goodwill for the delay',
    }),
    step(3, '15:40', 'lucy', 'deliverShipment', {}),
    step(1, '16:10', 'wei', 'markRefundReturned', ({ refunds }) => ({
      refund: newest(refunds),
      reason: 'The account of the customer is closed',
    })),
  ),
  createStory(
    order(9, '21:15', '王一帆', { 'LR-180-N': 1, 'BB-TRAY': 1 }, { provider: 'Alipay' }),
    step(8, '10:38', 'min', 'shipOrder', { carrier: '顺丰速运', trackingNumber: 'SF1390448180217' }),
    step(5, '15:11', 'chen', 'deliverShipment', {}),
    step(3, '10:40', 'chen', 'refundOrder', (sale) => ({
      everything: false,
      lines: [part(sale, 1)],
      reason: '茶盘开裂',
    })),
    step(3, '10:55', 'chen', 'withdrawRefund', ({ refunds }) => ({ refund: newest(refunds) })),
    step(3, '10:57', 'chen', 'addNote', { text: '客户找到原因，是桌面不平，不用退款。' }),
  ),
  createStory(
    order(8, '19:20', '周立', { 'CS-45': 2 }),
    step(7, '10:42', 'min', 'shipOrder', { carrier: '顺丰速运', trackingNumber: 'SF1390448185530' }),
    step(5, '15:16', 'chen', 'deliverShipment', {}),
    step(2, '11:20', 'wei', 'refundOrder', {
      everything: false,
      lines: [],
      amount: '12.00',
      destination: 'store_credit',
      reason: '有色差，客户要求退到余额',
    }),
  ),
]
