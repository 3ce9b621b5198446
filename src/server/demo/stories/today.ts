import { type Narrator, newest, part, type Story, createStory } from '#server/demo/story.ts'

/** What happens on the day on which the demo is started, as far as it has come by then. */
export const todayStories = ({ order, step }: Narrator): Story[] => [
  createStory(
    order(10, '15:20', 'Sophie Laurent', { 'TC-04-JL': 1, 'OL-LJ-100': 1 }),
    step(9, '10:41', 'min', 'shipOrder', { carrier: 'EMS', trackingNumber: 'EA118202206CN' }),
    step(3, '15:25', 'lucy', 'deliverShipment', {}),
    step(2, '10:40', 'lucy', 'requestReturn', (sale) => ({
      reason: 'One cup has a crack in the glaze',
      lines: [part(sale, 0)],
      approved: '1' as const,
    })),
    step(0, '13:40', 'min', 'receiveReturn', (sale) => ({
      returnNumber: newest(sale.returns),
      lines: [{ ...part(sale, 0), condition: 'damaged' as const }],
    })),
    step(0, '13:52', 'lucy', 'refundOrder', (sale) => ({
      everything: false,
      lines: [part(sale, 0)],
      reason: 'Cup returned with a crack',
    })),
    step(0, '14:30', 'wei', 'approveRefund', ({ refunds }) => ({ refund: newest(refunds) })),
    step(0, '14:36', 'lucy', 'completeReturn', ({ returns }) => ({ returnNumber: newest(returns) })),
  ),
  createStory(
    order(8, '20:05', '许知远', { 'SC-BOX': 1 }),
    step(7, '10:43', 'min', 'shipOrder', { carrier: '顺丰速运', trackingNumber: 'SF1390448187743' }),
    step(5, '15:01', 'chen', 'deliverShipment', {}),
    step(0, '14:55', 'chen', 'refundOrder', {
      everything: false,
      lines: [],
      amount: '50.00',
      reason: '盒盖有划痕，客户接受补偿',
    }),
    step(0, '15:35', 'wei', 'approveRefund', ({ refunds }) => ({ refund: newest(refunds) })),
  ),
  createStory(
    order(
      0,
      '08:05',
      'Emily Carter',
      { 'VB-28': 6 },
      { isPending: true, note: 'For our new office. Could you call me first?' },
    ),
  ),
  createStory(
    order(1, '11:20', '许知远', { 'CT-0650': 4 }, { isPending: true, note: '公司年会礼品' }),
    step(1, '11:45', 'chen', 'addNote', { text: '已电话核实，是本人下单。' }),
    step(1, '11:46', 'chen', 'confirmOrder', {}),
    step(0, '10:20', 'min', 'shipOrder', { carrier: '顺丰速运', trackingNumber: 'SF1390449016620' }),
  ),
  createStory(
    order(0, '08:12', '周立', { 'CB-INC': 1, 'OL-PE-357': 1 }),
    step(0, '16:40', 'chen', 'holdOrder', { reason: '客户要改收货地址，等新地址' }),
  ),
  createStory(
    order(1, '20:30', 'Jonas Brandt', { 'GW-300': 1, 'TC-04-JL': 1 }, { provider: 'PayPal' }),
    step(0, '17:05', 'lucy', 'editOrder', (sale) => ({ lines: [part(sale, 0, 2)] })),
    step(0, '17:08', 'lucy', 'addNote', { text: 'Jonas wants two pitchers and pays the difference tonight.' }),
  ),
  createStory(
    order(2, '18:45', '何雨桐', { 'WL-LAMP': 1 }, { payment: 'none' }),
    step(0, '17:20', 'wei', 'recordPayment', {
      amount: '960.00',
      method: 'bank_transfer',
      reference: 'CS0044719',
    }),
  ),
]
