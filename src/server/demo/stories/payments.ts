import { assignedTo, type Narrator, newest, type Story, createStory } from '#server/demo/story.ts'
import { formatDecimal } from '#shared/money.ts'

/** Transfers that arrive in parts, too much or too little, authorizations, and cancelled orders. */
export const paymentStories = ({ order, step }: Narrator): Story[] => [
  createStory(
    order(4, '10:20', '许知远', { 'WL-LAMP': 2 }, { payment: 'none' }),
    step(3, '14:05', 'wei', 'recordPayment', {
      amount: '960.00',
      method: 'bank_transfer',
      reference: 'HZ20260000817',
      note: '对公转账，尾款下周',
    }),
  ),
  createStory(
    order(5, '17:30', '唐薇', { 'LR-180-N': 1, 'CS-45': 2 }, { payment: 'none' }),
    step(4, '10:30', 'wei', 'recordPayment', { amount: '374.00', method: 'bank_transfer', reference: 'CQ0091822' }),
    step(4, '10:31', 'wei', 'addNote', { text: '客户多转了 27 元，已问退款账号。' }),
    step(4, '10:33', 'wei', 'assignOrder', assignedTo('wei')),
    step(4, '10:52', 'min', 'shipOrder', { carrier: '顺丰速运', trackingNumber: 'SF1390448201177' }),
  ),
  createStory(
    order(8, '11:11', 'Jonas Brandt', { 'OL-PE-357': 1 }, { payment: 'none' }),
    step(6, '15:00', 'wei', 'recordPayment', { amount: '78.50', method: 'bank_transfer', reference: 'SEPA-40128' }),
    step(6, '15:05', 'wei', 'writeOffBalance', { reason: 'Bank fee of the transfer' }),
    step(5, '10:42', 'min', 'shipOrder', { carrier: 'DHL', trackingNumber: '4471209024' }),
    step(1, '15:10', 'lucy', 'deliverShipment', {}),
  ),
  createStory(order(1, '19:05', 'Emily Carter', { 'CT-0650': 1 }, { payment: 'authorized' })),
  createStory(
    order(6, '20:40', 'Emily Carter', { 'VB-28': 2 }, { payment: 'authorized' }),
    step(5, '10:10', 'wei', 'captureAuthorization', ({ authorizedMinor, currency }) => ({
      amount: formatDecimal(authorizedMinor, currency),
      method: 'card' as const,
      reference: 'ch_demo_40771',
    })),
    step(5, '10:44', 'min', 'shipOrder', { carrier: 'EMS', trackingNumber: 'EA118203901CN' }),
  ),
  createStory(
    order(7, '09:40', 'Marcus Webb', { 'CB-INC': 3 }, { payment: 'authorized' }),
    step(6, '09:20', 'lucy', 'voidAuthorization', {}),
    step(6, '09:22', 'lucy', 'cancelOrder', { reason: 'The customer changed their mind', refund: false }),
  ),
  createStory(
    order(5, '21:02', '刘思远', { 'OL-LJ-100': 3 }),
    step(4, '09:15', 'chen', 'cancelOrder', { reason: '客户重复下单', refund: true }),
    step(4, '11:02', 'wei', 'approveRefund', ({ refunds }) => ({ refund: newest(refunds) })),
  ),
  createStory(
    order(2, '08:30', '赵倩', { 'CB-INC': 1, 'OL-LJ-100': 1 }, { provider: 'Alipay' }),
    step(1, '14:40', 'chen', 'cancelOrder', { reason: '缺货，客户不愿等待', refund: false }),
    step(1, '14:42', 'chen', 'addNote', { text: '客户要求原路退回。' }),
  ),
]
