import { createPdf } from '#server/demo/files.ts'
import { assignedTo, type Narrator, newest, part, type Story, createStory } from '#server/demo/story.ts'
import { addDays } from '#shared/time.ts'

/** Orders on their way: gifts, holds, several parcels, and parcels that went wrong. */
export const shippingStories = ({ order, step }: Narrator, today: string): Story[] => [
  createStory(
    order(1, '21:40', '陈嘉怡', { 'TC-04-JL': 1, 'OL-LJ-100': 2 }, { note: '送礼，不放价格单' }),
    step(0, '09:12', 'chen', 'addNote', { text: '客户来电：请附手写贺卡“生日快乐”，周五前送到。' }),
    step(0, '09:13', 'chen', 'tagOrder', { tag: '送礼' }),
    step(0, '09:14', 'chen', 'assignOrder', assignedTo('min')),
    step(0, '09:40', 'lucy', 'addNote', { text: 'Card is written and on the packing table.' }),
  ),
  createStory(
    order(3, '16:05', 'Sophie Laurent', { 'CT-0650': 1, 'TC-04-JL': 1, 'WL-LAMP': 1 }),
    step(2, '11:05', 'min', 'shipOrder', (sale) => ({
      carrier: 'EMS',
      trackingNumber: 'EA118203347CN',
      lines: [part(sale, 0), part(sale, 1)],
    })),
    step(2, '11:20', 'lucy', 'addNote', {
      text: 'The walnut lamp is back in stock on Thursday. Sophie agreed to two parcels.',
    }),
    step(2, '11:21', 'lucy', 'assignOrder', assignedTo('lucy')),
    step(2, '11:22', 'lucy', 'tagOrder', { tag: 'backorder' }),
  ),
  createStory(
    order(9, '19:22', 'Marcus Webb', { 'WL-LAMP': 1, 'CT-0650': 1, 'TC-04-JL': 2 }),
    step(8, '10:40', 'min', 'shipOrder', (sale) => ({
      carrier: 'DHL',
      trackingNumber: '4471208835',
      lines: [part(sale, 0)],
    })),
    step(8, '10:46', 'min', 'shipOrder', { carrier: 'UPS', trackingNumber: '1Z58A0F20390412877' }),
    step(7, '14:10', 'lucy', 'correctShipment', ({ shipments }) => ({
      shipment: shipments.map(({ number }) => number).toSorted()[0] ?? '',
      carrier: 'DHL',
      trackingNumber: '4471208853',
    })),
    step(3, '15:30', 'lucy', 'deliverShipment', {}),
    step(3, '15:34', 'lucy', 'addNote', { text: 'Marcus confirmed by email that both parcels arrived.' }),
    step(2, '17:40', 'lucy', 'archiveOrder', {}),
  ),
  createStory(
    order(7, '12:30', '郭敏', { 'VB-28': 1 }),
    step(6, '10:35', 'min', 'shipOrder', { carrier: '中通快递', trackingNumber: '75310022194466' }),
    step(4, '09:50', 'chen', 'cancelShipment', ({ shipments }) => ({
      shipment: newest(shipments),
      reason: '收件人电话有误，包裹退回',
    })),
    step(4, '09:56', 'chen', 'editOrder', { phone: '13800010031', shippingAddress: { phone: '13800010031' } }),
    step(4, '10:45', 'min', 'shipOrder', { carrier: '中通快递', trackingNumber: '75310022198735' }),
    step(1, '16:20', 'chen', 'deliverShipment', {}),
  ),
  createStory(
    order(2, '22:15', '黄文博', { 'GW-300': 2, 'BB-TRAY': 1 }),
    step(1, '09:25', 'chen', 'holdOrder', { reason: '地址缺门牌号，等客户回复', until: addDays(today, 2) }),
    step(1, '09:26', 'chen', 'tagOrder', { tag: '地址待确认' }),
    step(1, '09:27', 'chen', 'assignOrder', assignedTo('chen')),
    step(1, '09:31', 'chen', 'addNote', { text: '已发短信和邮件，客户说晚上回复。' }),
    step(0, '17:31', 'chen', 'addNote', { text: '客户在外地，明天上午补门牌号。' }),
  ),
  createStory(
    order(6, '13:48', 'Hannah Osei', { 'SC-BOX': 1 }),
    step(5, '09:40', 'lucy', 'holdOrder', { reason: 'Customs needs the declared value in pounds' }),
    step(5, '09:52', 'lucy', 'attachFile', {
      file: createPdf('customs-request.pdf', ['HM Revenue & Customs', 'Please state the value of the goods in GBP.']),
    }),
    step(4, '11:15', 'lucy', 'releaseOrder', {}),
    step(4, '16:05', 'min', 'shipOrder', { carrier: 'DHL', trackingNumber: '4471209916' }),
  ),
]
